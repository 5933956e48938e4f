// Owns: reading a scenario file from disk, with the catalogues that it may name.

import AcceptanceModel
import ClientDriving
import Digests
import Foundation
import Judge
import ScenarioLoading

struct TableFile {
  /// `nil` where the file is no table; its problems have been printed.
  let table: ScenarioTable?
  /// The file as it was read.
  let bytes: [UInt8]
  /// SHA-256 of the file, hex.
  var digest: String { SHA256Digest.hex(SHA256Digest.hash(bytes)) }

  private static func reason(_ path: String) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return "there is no such file"
    }
    return isFolder.boolValue ? "this is a folder" : "the file cannot be read"
  }

  /// - Throws: `UsageError` where there is no such file.
  static func load(_ path: String) throws(UsageError) -> TableFile {
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw UsageError("\(path): \(reason(path)); a scenario file is wanted")
    }
    do throws(ScenarioFileError) {
      return TableFile(
        table: try read(bytes, name: (path as NSString).lastPathComponent), bytes: bytes)
    } catch {
      Console.complain("\(error)")
      return TableFile(table: nil, bytes: bytes)
    }
  }

  /// - Parameter name: As messages name the file.
  static func read(_ bytes: [UInt8], name: String) throws(ScenarioFileError) -> ScenarioTable {
    try ScenarioLoader.load(
      bytes, fileName: name, knownCodes: RuleCatalog.codes,
      knownDrivers: DriverCatalog.all.map { $0.name }, driverParts: DriverCatalog.parts)
  }
}
