// Owns: the list of drivers. Scenario files, help and documentation read it.

package enum DriverCatalog {
  package static let all: [any ClientDriver.Type] = [
    JSONLinesDriver.self,
    CommandDriver.self,
    SimctlDriver.self,
    AdbDriver.self,
  ]

  /// By driver: what the scenario file's `client` must say for it.
  package static var parts: [String: String] {
    Dictionary(all.map { ($0.name, $0.part) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Throws: `DrivingError.unknownDriver`, which names the known ones.
  package static func driver(named name: String) throws(DrivingError) -> any ClientDriver {
    guard let driver = all.first(where: { $0.name == name }) else {
      throw .unknownDriver(name: name, known: all.map { $0.name })
    }
    return driver.init()
  }
}
