// Owns: the state machine, every pair of state and event.

import OfflineQueue
import Testing

private typealias Event = Delivery.Event
private typealias State = Delivery.State

private let refused = Diagnosis("HTTP 400")
private let now: QueueInstant = .at(1000)

@Suite struct DeliveryTests {
  @Test("a due task is claimed: the send is counted and leased before it goes out")
  func claimed() {
    var delivery = Delivery(due: .at(1000))
    let effect = delivery.handle(.claimed(by: LeaseOwner("a"), until: .at(4000), at: now))
    let lease = Lease(owner: LeaseOwner("a"), send: 1, until: .at(4000))
    #expect(effect == .send(lease))
    #expect(delivery.state == .sending(lease))
    #expect(delivery.sends == 1)
  }

  @Test("a task that is not due yet, or whose lease still runs, can't be claimed")
  func notClaimed() {
    let claim = Event.claimed(by: LeaseOwner("b"), until: .at(9000), at: now)
    for before in [Delivery(due: .at(1001)), .sending(until: 1001)] {
      var delivery = before
      #expect(delivery.handle(claim) == .none)
      #expect(delivery == before)
    }
  }

  @Test("a lease that ran out is taken over as another send")
  func takenOver() {
    var delivery = Delivery.sending(by: "dead", send: 2, until: 1000)
    let effect = delivery.handle(.claimed(by: LeaseOwner("b"), until: .at(4000), at: now))
    #expect(effect == .send(Lease(owner: LeaseOwner("b"), send: 3, until: .at(4000))))
    #expect(delivery.sends == 3)
  }

  @Test(
    "each ruling on a send leads to its state",
    arguments: [
      (Disposition.done, State.done),
      (.keep(refused, floor: nil), .pending(due: .at(1100))),
      (.keep(refused, floor: .seconds(60)), .pending(due: .at(61_000))),
      (.keep(refused, floor: .milliseconds(5)), .pending(due: .at(1100))),
      (.pause(refused, floor: nil), .paused(refused)),
      (.stop(refused), .stopped(refused)),
    ])
  func ruled(_ disposition: Disposition, _ state: Delivery.State) {
    var delivery = Delivery.sending()
    #expect(delivery.handle(.ruled(disposition, at: now, retry: .whole)) == .store)
    #expect(delivery.state == state)
    #expect(delivery.sends == 1)
  }

  @Test("the pause doubles with each failure in a row")
  func growing() {
    var delivery = Delivery.sending(failures: 2)
    _ = delivery.handle(.ruled(.keep(refused, floor: nil), at: now, retry: .whole))
    #expect(delivery.due == .at(1400))
    #expect(delivery.failures == 3)
    #expect(delivery.diagnosis == refused)
  }

  @Test("an orderly quit gives the task back at once and forgets nothing")
  func released() {
    var delivery = Delivery.sending(send: 4, failures: 3)
    #expect(delivery.handle(.released(at: now)) == .store)
    #expect(delivery.state == .pending(due: now))
    #expect(delivery.sends == 4)
    #expect(delivery.failures == 3)
  }

  @Test(
    "a sync makes pending and paused tasks due, but never before the server's time",
    arguments: [
      (State.pending(due: .at(5000)), Int64?.none, Int64(1000)),
      (.pending(due: .at(5000)), 4000, 4000),
      (.pending(due: .at(5000)), 500, 1000),
      (.paused(refused), nil, 1000),
      (.paused(refused), 4000, 4000),
    ])
  func synced(_ state: Delivery.State, floor: Int64?, due: Int64) {
    for event in [Event.synced(at: now), .retried(at: now)] {
      var delivery = Delivery.standing(state, floor: floor)
      #expect(delivery.handle(event) == .store)
      #expect(delivery.state == .pending(due: .at(due)))
      #expect(delivery.failures == 0)
    }
  }

  @Test("a stopped task goes out again when the user asks, and only then")
  func retried() {
    var delivery = Delivery.standing(.stopped(refused))
    #expect(delivery.handle(.synced(at: now)) == .none)
    #expect(delivery.state == .stopped(refused))
    #expect(delivery.handle(.retried(at: now)) == .store)
    #expect(delivery.state == .pending(due: now))
  }

  @Test(
    "an outcome without a lease changes nothing",
    arguments: [State.pending(due: .at(1)), .paused(refused), .done, .stopped(refused)])
  func late(_ state: Delivery.State) {
    let before = Delivery.standing(state)
    var delivery = before
    #expect(delivery.handle(.ruled(.done, at: now, retry: .whole)) == .none)
    #expect(delivery.handle(.ruled(.stop(refused), at: now, retry: .whole)) == .none)
    #expect(delivery.handle(.released(at: now)) == .none)
    #expect(delivery == before)
  }

  @Test("nothing moves a done task")
  func done() {
    var delivery = Delivery.standing(.done)
    let events: [Event] = [
      .claimed(by: LeaseOwner("a"), until: .at(9), at: now), .synced(at: now), .retried(at: now),
      .damaged(.damagedRecord, at: now), .released(at: now),
      .ruled(.keep(refused, floor: nil), at: now, retry: .whole),
    ]
    for event in events { #expect(delivery.handle(event) == .none) }
    #expect(delivery == .standing(.done))
  }

  @Test("a sync or the user's retry leaves a send under way alone")
  func underWay() {
    var delivery = Delivery.sending()
    #expect(delivery.handle(.synced(at: now)) == .none)
    #expect(delivery.handle(.retried(at: now)) == .none)
    #expect(delivery == .sending())
  }

  @Test("paused and stopped tasks can't be claimed")
  func resting() {
    for state in [State.paused(refused), .stopped(refused)] {
      var delivery = Delivery.standing(state)
      #expect(
        delivery.handle(.claimed(by: LeaseOwner("a"), until: .at(9000), at: now)) == .none)
    }
  }

  @Test(
    "a damaged record stops, whatever it was doing",
    arguments: [
      State.pending(due: .at(1)), .paused(refused), .stopped(refused),
      .sending(Lease(owner: LeaseOwner("a"), send: 1, until: .at(1))),
    ])
  func damaged(_ state: Delivery.State) {
    var delivery = Delivery.standing(state)
    #expect(delivery.handle(.damaged(.damagedRecord, at: now)) == .store)
    #expect(delivery.state == .stopped(.damagedRecord))
  }
}
