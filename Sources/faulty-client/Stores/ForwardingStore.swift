// Owns: a store that does what another does, so that one function can be made to differ.

import OfflineQueue

protocol ForwardingStore: WriteStore {
  var base: any WriteStore { get }
}

extension ForwardingStore {
  func agreeOnTime(_ reading: ClockReading) throws -> TimeLine { try base.agreeOnTime(reading) }

  func insert(_ task: WriteTask) throws -> WriteTask { try base.insert(task) }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    try base.claim(by: owner, until: until, at: now)
  }

  func nextDue() throws -> QueueInstant? { try base.nextDue() }

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    try base.apply(event, to: id, under: lease)
  }

  func syncAll(at now: QueueInstant) throws { try base.syncAll(at: now) }

  func list() throws -> [TaskListing] { try base.list() }

  func remove(_ id: TaskID) throws -> Bool { try base.remove(id) }

  func removeDone(before instant: QueueInstant) throws { try base.removeDone(before: instant) }
}
