// Owns: the port through which a queue stores. Does not own: what events mean (Delivery).

/// Keeps tasks; several queues, also in different processes, may use one store at once.
///
/// Every function may block for as long as the disk needs (a queue calls them on a thread of its
/// own), is atomic, and has made its change durable when it returns. When one throws, the store
/// holds what it held before. A record that can't be read never keeps others from being read.
public protocol WriteStore: Sendable {
  /// The line of time of all users of this store, made by the first one after each boot.
  ///
  /// Due times and leases are on that line, so a wall clock that is set forward or back, or that
  /// differs between two processes, neither delays a send nor ends a lease early. Only where
  /// `reading.boot` is nil, or after a restart of the machine, the wall clock counts again, and
  /// even then the line never runs backwards.
  func agreeOnTime(_ reading: ClockReading) throws -> TimeLine

  /// Adds a task.
  ///
  /// - Returns: The task as given, or the one that the store holds for that operation already.
  func insert(_ task: WriteTask) throws -> WriteTask

  /// Hands the task that has been due longest to `owner` until `until`: the event `claimed`, in
  /// one step, so that of two claimants one gets it.
  ///
  /// Damaged records that are due are stopped on the way.
  ///
  /// - Returns: The task, `sending` under the new lease; `nil` where nothing is due.
  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask?

  /// The earliest instant at which `claim` can succeed; `nil` where it can't without a change.
  func nextDue() throws -> QueueInstant?

  /// Feeds one event to a task.
  ///
  /// - Parameter lease: Where given, the event counts only while this very lease is held.
  /// - Returns: The delivery's state now, or `nil` where the task or the lease is gone.
  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery?

  /// Feeds `synced` to every task.
  func syncAll(at now: QueueInstant) throws

  /// All tasks, oldest first; damaged ones as stopped.
  func list() throws -> [TaskListing]

  /// Removes a task for good, unless it is being sent.
  ///
  /// - Returns: Whether it was there and is gone now.
  func remove(_ id: TaskID) throws -> Bool

  /// Removes the tasks that have been done since before `instant`.
  func removeDone(before instant: QueueInstant) throws
}
