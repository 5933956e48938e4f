// Owns: a scenario file's bytes → the table, or everything that is wrong with them.
// Does not own: reading the file from disk.

import AcceptanceModel
import StrictJSON

package enum ScenarioLoader {
  /// 8 MiB: a thousand scenarios are a tenth of it.
  package static let byteLimit = 8 << 20

  /// - Parameters:
  ///   - fileName: As messages name it, e.g. `scenarios.json`; the table's name is its last part.
  ///   - knownCodes: The judge's finding codes.
  ///   - drivers: What `client.driver` may name, the default first.
  /// - Throws: All problems of one pass. A text that is no JSON has only its first.
  package static func load(
    _ bytes: [UInt8], fileName: String, knownCodes: Set<FindingCode>,
    drivers: [DriverForm]
  ) throws(ScenarioFileError) -> ScenarioTable {
    var problems = ProblemList()
    let table = read(
      bytes, name: String(fileName.split(separator: "/").last ?? "scenarios.json"),
      Form<TableDraft>.table(knownCodes: knownCodes, drivers: drivers), &problems)
    guard let table, problems.found.isEmpty else {
      throw ScenarioFileError(problems: problems.sorted(fileName: fileName), count: problems.count)
    }
    return table
  }

  private static func read(
    _ bytes: [UInt8], name: String, _ form: Form<TableDraft>, _ problems: inout ProblemList
  ) -> ScenarioTable? {
    guard bytes.count <= byteLimit else {
      problems.add(
        SourcePosition(line: 1, column: 1),
        "the file has \(bytes.count) bytes; at most \(byteLimit) are read")
      return nil
    }
    do {
      let node = try JSONParser.parse(bytes)
      return form.read(node, "the table", &problems)?.table(named: name, &problems)
    } catch {
      problems.add(error.position, error.reason)
      return nil
    }
  }
}
