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

  /// The folder from which relative paths in a table lead: its own; the current one where it comes
  /// from a pipe.
  static func folder(of path: String) -> String {
    let isDevice = ["/dev/", "/proc/"].contains { path.hasPrefix($0) }
    return isDevice
      ? FileManager.default.currentDirectoryPath
      : URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// The built-in table has 60 KB.
  private static let byteLimit = 64 << 20

  /// - Throws: `UsageError` where there is no such file.
  static func load(_ path: String, _ catalogs: Catalogs) throws(UsageError) -> TableFile {
    let bytes: [UInt8]
    do throws(InputFileError) {
      bytes = try InputFile.read(path, byteLimit: byteLimit)
    } catch {
      throw UsageError("\(path): \(error); a scenario file is wanted")
    }
    do throws(ScenarioFileError) {
      return TableFile(
        table: try read(bytes, name: (path as NSString).lastPathComponent, catalogs), bytes: bytes)
    } catch {
      Console.complain("\(error)")
      return TableFile(table: nil, bytes: bytes)
    }
  }

  /// - Parameter name: As messages name the file.
  static func read(
    _ bytes: [UInt8], name: String, _ catalogs: Catalogs
  ) throws(ScenarioFileError) -> ScenarioTable {
    try ScenarioLoader.load(
      bytes, fileName: name, knownCodes: RuleCatalog.codes,
      drivers: catalogs.drivers.forms)
  }
}
