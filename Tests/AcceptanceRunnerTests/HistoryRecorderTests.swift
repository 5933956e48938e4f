import AcceptanceModel
import AcceptanceRunner
import Testing

@Suite("Waiting for the log")
struct HistoryRecorderTests {
  @Test("a wait whose time is over before it has begun ends all the same", .timeLimit(.minutes(1)))
  func overdue() async {
    let recorder = HistoryRecorder()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 1...500 { group.addTask { await recorder.wait(within: .zero) { _ in false } } }
      for await isThere in group { #expect(!isThere) }
    }
  }

  @Test("a wait ends with the entry that it is for")
  func satisfied() async {
    let recorder = HistoryRecorder()
    async let isThere = recorder.wait(within: .seconds(60)) { $0.recordCount == 1 }
    recorder.append(.server(.committed(RecordNumber(1), RequestNumber(1))))
    #expect(await isThere)
  }
}
