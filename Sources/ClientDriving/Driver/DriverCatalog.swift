import AcceptanceModel
import ScenarioLoading

/// The drivers that there are. Scenario files, their schema, runs and `doctor` read it.
package struct DriverCatalog: Sendable {
  /// The first is the default.
  package var drivers: [any ClientDriver.Type]

  package init(_ drivers: [any ClientDriver.Type]) {
    precondition(
      !drivers.isEmpty && Set(drivers.map { $0.name }).count == drivers.count,
      "no driver, or two of one name: \(drivers.map { $0.name })")
    self.drivers = drivers
  }

  package static let standard = DriverCatalog([
    JSONLinesDriver.self,
    CommandDriver.self,
    SimctlDriver.self,
    AdbDriver.self,
  ])

  /// How scenario files are read.
  package var forms: [DriverForm] { drivers.map { DriverForm(name: $0.name, part: $0.part) } }

  /// - Throws: `DrivingError.unknownDriver`, which names the known ones.
  package func type(named name: String) throws(DrivingError) -> any ClientDriver.Type {
    guard let driver = drivers.first(where: { $0.name == name }) else {
      throw .unknownDriver(name: name, known: drivers.map { $0.name })
    }
    return driver
  }

  /// The driver of a client, with the client's configuration.
  package func driver(of client: ClientSpec) throws(DrivingError) -> any ClientDriver {
    Self.make(try type(named: client.driver), client.configuration)
  }

  private static func make<Driver: ClientDriver>(
    _ type: Driver.Type, _ configuration: any ClientConfiguration
  ) -> any ClientDriver {
    guard let own = configuration as? Driver.Configuration else {
      preconditionFailure("\(Driver.name) is configured by a \(Swift.type(of: configuration))")
    }
    return Driver(own)
  }
}
