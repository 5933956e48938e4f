import AcceptanceModel
import Testing

@testable import AcceptanceRunner

@Suite("What shows that a client has handled an answer")
struct HandlingSignTests {
  private static let a = OperationName("A")

  private struct Look {
    var live = RunState()

    init(acknowledged: Bool = true) {
      live.take(.client(.launched(LaunchNumber(1), .app)))
      live.take(.client(.submitted(a, LaunchNumber(1), like: nil)))
      if acknowledged {
        live.take(.client(.acknowledged(a, LaunchNumber(1), TaskID("T"), nil)))
      }
    }

    mutating func send(_ number: Int) {
      live.take(
        .server(
          .arrived(
            SendFacts(
              request: RequestNumber(number), connection: ConnectionNumber(number),
              attribution: .marker(a), key: .missing,
              body: BodyFacts(byteCount: 1, digest: "d", canonicalDigest: nil),
              sendOfOperation: number, sendOfKey: 0))))
    }

    mutating func answer(_ number: Int) {
      live.take(
        .server(.answered(RequestNumber(number), AnswerFacts(status: 503, content: .error))))
    }

    mutating func list(_ state: TaskState, diagnosed: Bool = false) {
      live.take(.client(.listed(LaunchNumber(1), [report(state, diagnosed: diagnosed)])))
    }

    func sign(_ state: TaskState?, diagnosed: Bool = false, send number: Int = 1) -> HandlingSign {
      HandlingSign(
        of: a, send: number, in: state.map { [report($0, diagnosed: diagnosed)] } ?? [], live)
    }

    private func report(_ state: TaskState, diagnosed: Bool) -> TaskReport {
      TaskReport(task: TaskID("T"), operation: a, state: state, hasDiagnosis: diagnosed)
    }
  }

  private static func answered(_ prepare: (inout Look) -> Void = { _ in }) -> Look {
    var look = Look()
    look.send(1)
    prepare(&look)
    look.answer(1)
    return look
  }

  @Test(
    "a task that is paused, stopped, done or gone was answered",
    arguments: [
      TaskState.paused, .stopped, .done, nil,
    ])
  func concluded(state: TaskState?) {
    #expect(Self.answered().sign(state) == .shown)
  }

  @Test("pending is what it was before, unless the client lists what it sends as sending")
  func pending() {
    #expect(Self.answered().sign(.pending) == .silent)
    #expect(Self.answered { $0.list(.sending) }.sign(.pending) == .shown)
    #expect(Self.answered { $0.list(.sending) }.sign(.sending) == .sending)
  }

  @Test("a diagnosis shows the answer that it came from, where nothing else had gone wrong before")
  func diagnosis() {
    #expect(Self.answered().sign(.pending, diagnosed: true) == .shown)
    let offline = Self.answered { $0.live.take(.server(.down)) }
    #expect(offline.sign(.pending, diagnosed: true) == .silent)
    let seenWithout = Self.answered { look in
      look.live.take(.server(.down))
      look.list(.pending)
    }
    #expect(seenWithout.sign(.pending, diagnosed: true) == .shown)
  }

  @Test("an earlier answer's diagnosis shows nothing of the second one")
  func secondAnswer() {
    var look = Self.answered()
    look.send(2)
    look.list(.pending, diagnosed: true)
    look.answer(2)
    #expect(look.sign(.pending, diagnosed: true, send: 2) == .silent)
    #expect(look.sign(.pending, diagnosed: true, send: 1) == .shown)
  }

  @Test("a later send comes after the answer, whatever is listed")
  func laterSend() {
    var look = Self.answered()
    look.send(2)
    #expect(look.sign(.sending) == .shown)
    #expect(HandlingSign(of: Self.a, send: 1, in: nil, look.live) == .shown)
  }

  @Test("without a list, and for a task that the client has not named, nothing is shown")
  func unknown() {
    #expect(HandlingSign(of: Self.a, send: 1, in: nil, Self.answered().live) == .silent)
    var look = Look(acknowledged: false)
    look.send(1)
    look.answer(1)
    #expect(look.sign(nil) == .silent)
  }
}
