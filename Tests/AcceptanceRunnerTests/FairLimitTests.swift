import AcceptanceModel
import ClientDriving
import Testing

@testable import AcceptanceRunner

@Suite("How long a wait lasts on a machine that is late")
struct FairLimitTests {
  @Test("a client that lacked nothing has its limit and no more")
  func idle() {
    var fair = FairLimit(.seconds(2))
    #expect(fair.extend(by: .zero, after: .seconds(2)) == .timedOut)
    #expect(fair.allowed == .seconds(2))
  }

  @Test("the time that a client lacked a processor is added, also what it lacks meanwhile")
  func starving() {
    var fair = FairLimit(.seconds(2))
    #expect(fair.extend(by: .seconds(1), after: .seconds(2)) == nil)
    #expect(fair.allowed == .seconds(3))
    #expect(fair.extend(by: .milliseconds(1500), after: .seconds(3)) == nil)
    #expect(fair.allowed == .milliseconds(3500))
    #expect(fair.extend(by: .milliseconds(1500), after: .milliseconds(3500)) == .timedOut)
  }

  @Test("a client that had less than a twentieth of a core is not judged")
  func starved() {
    var fair = FairLimit(.seconds(2))
    #expect(fair.extend(by: .seconds(60), after: .seconds(2)) == nil)
    #expect(fair.allowed == .seconds(40))
    #expect(fair.extend(by: .seconds(39), after: .seconds(40)) == .starved)
  }

  @Test("the client's own wait counts; the runner's delay comes on top, never above the whole")
  func lacking() {
    func total(_ wait: Duration, measured: Bool, delay: Duration, load: Double) -> Duration {
      LackingTime.total(
        of: .seconds(4), lacking: wait, isMeasured: measured, delay: delay, load: load)
    }
    #expect(total(.seconds(1), measured: true, delay: .zero, load: 9) == .seconds(1))
    #expect(total(.seconds(1), measured: true, delay: .seconds(1), load: 9) == .seconds(2))
    #expect(total(.seconds(3), measured: true, delay: .seconds(3), load: 9) == .seconds(4))
    // Not measured: four threads for each core leave it a quarter.
    #expect(total(.zero, measured: false, delay: .zero, load: 4) == .seconds(3))
    #expect(total(.zero, measured: false, delay: .zero, load: 0.5) == .zero)
  }
}

@Suite("How late the runner itself is")
struct DelayLogTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  @Test("late ticks are added up, what a machine at rest needs is not")
  func sums() {
    var log = DelayLog(at: start)
    log.tick(at: at(22), late: .milliseconds(2), nil)
    log.tick(at: at(142), late: .milliseconds(100), nil)
    let first = log.reading(at: at(142), late: .zero)
    log.tick(at: at(192), late: .milliseconds(30), nil)
    let second = log.reading(at: at(400), late: .milliseconds(188))
    let zero = DelayLog(at: start).reading(at: start, late: .zero)
    #expect(first.delay(since: zero) == .milliseconds(100))
    // The tick that is overdue now counts already.
    #expect(second.delay(since: first) == .milliseconds(218))
  }

  @Test("long delays are listed with their end, from a scenario's start on")
  func listed() {
    var log = DelayLog(at: start)
    log.tick(at: at(100), late: .milliseconds(80), nil)
    log.tick(at: at(200), late: .milliseconds(49), nil)
    log.tick(at: at(400), late: .milliseconds(60), nil)
    #expect(
      log.delays(since: at(150))
        == [RunnerDelay(endedAt: .milliseconds(250), lateBy: .milliseconds(60))])
  }

  @Test("of very many delays the longest are listed, in order")
  func bounded() {
    var log = DelayLog(at: start)
    for number in 1...300 {
      log.tick(at: at(number * 1000), late: .milliseconds(50 + number), nil)
    }
    let delays = log.delays(since: start)
    #expect(delays.count == RunnerDelay.countLimit)
    #expect(delays.first?.lateBy == .milliseconds(151))
    #expect(delays.last?.lateBy == .milliseconds(350))
  }

  @Test("load is a mean over samples, pressure the growth of the system's count")
  func samples() {
    var log = DelayLog(at: start, pressure: .seconds(100))
    let zero = log.reading(at: start, late: .zero)
    log.tick(at: at(200), late: .zero, .init(load: 2, pressure: .seconds(101)))
    log.tick(at: at(400), late: .zero, .init(load: 4, pressure: nil))
    log.tick(at: at(600), late: .zero, .init(load: nil, pressure: .seconds(150)))
    log.tick(at: at(800), late: .zero, .init(load: 6, pressure: .seconds(152)))
    let end = log.reading(at: at(800), late: .zero)
    #expect(end.load(since: zero) == 4)
    // Nothing is known of the time around the failed reading.
    #expect(end.delay(since: zero) == .seconds(3))
  }

  @Test("the kernel's file of pressure is read, anything else is not")
  func pressure() {
    let text = """
      some avg10=4.87 avg60=5.09 avg300=2.62 total=22004870
      full avg10=0.04 avg60=1.31 avg300=1.43 total=17155906
      """
    #expect(StallPressure.total(ofFile: text) == .microseconds(22_004_870))
    for other in ["", "some avg10=1", "full total=3", "some total=x"] {
      #expect(StallPressure.total(ofFile: other) == nil)
    }
  }
}
