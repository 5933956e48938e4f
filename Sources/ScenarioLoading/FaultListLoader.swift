// Owns: a list of faults outside a scenario file → the faults, by the same forms.

import AcceptanceModel
import StrictJSON

extension ScenarioLoader {
  /// An array of faults as written in a scenario.
  ///
  /// - Parameter name: What messages call the text.
  /// - Throws: All problems of one pass.
  package static func faults(
    _ bytes: [UInt8], name: String
  ) throws(ScenarioFileError) -> [PlannedFault] {
    var problems = ProblemList()
    let form = Form<[PlannedFault]>.list(
      of: .fault, count: 0...100, of: "faults", calling: "a fault")
    var faults: [PlannedFault]?
    do {
      faults = form.read(try JSONParser.parse(bytes), "the list of faults", &problems)
    } catch {
      problems.add(error.position, error.reason)
    }
    guard let faults, problems.found.isEmpty else {
      throw ScenarioFileError(problems: problems.sorted(fileName: name), count: problems.count)
    }
    return faults
  }
}
