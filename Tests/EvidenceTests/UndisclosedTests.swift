import AcceptanceModel
import Evidence
import Testing

@Suite("What never prints itself")
struct UndisclosedTests {
  private static let secret = "k9-secret-text"

  @Test("keys, tasks, markers and the redactor, also within other values")
  func model() {
    let key = IdempotencyKey(Self.secret)
    let report = TaskReport(
      task: TaskID(Self.secret), operation: OperationName("A"), key: key, state: .pending,
      hasDiagnosis: false)
    let values: [Any] = [
      key, TaskID(Self.secret), Marker(Self.secret), report,
      Observation.client(.acknowledged(OperationName("A"), LaunchNumber(1), report.task, key)),
      [key: 1], Redactor(runKey: Array((Self.secret + Self.secret).utf8), policy: RedactionSpec()),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains(Self.secret))
        // Nor as numbers.
        #expect(!text.contains("107, 57, 45"))
        #expect(text.contains("withheld"))
      }
    }
  }
}
