// Owns: what an app calls. Does not own: sending what is due (Delivering), the meaning of answers
// (AnswerRules), of events (Delivery), or how tasks are kept (WriteStore).

/// Records writes durably and delivers each until the server has it for certain, exactly once as
/// far as the server honours the key.
///
/// Several queues, in one process or in several, may work on one store at the same time: a lease
/// in the store decides who sends. A write that another process enqueues is sent by that process;
/// this one takes it over when the other's lease has ended, at its next own activity.
public actor OfflineQueue {
  /// Called with each change of a task, after it is durable, on the queue's own thread; must not
  /// block.
  public typealias Observer = @Sendable (TaskID, Delivery) -> Void

  let store: any WriteStore
  let sender: any WriteSender
  let rules: AnswerRules
  let limits: QueueLimits
  let sources: QueueSources
  let observer: Observer?
  /// This queue's name in leases.
  let owner: LeaseOwner

  var isStarted = false
  var isStopped = false
  /// Whether done tasks are still to be cleared away; the store may refuse it at first.
  var clearingIsOwed = true
  /// Whether all tasks are still to be made due, at launch and with each sync.
  var syncIsOwed = true
  var line: TimeLine?
  var flights: [TaskID: InFlightSend] = [:]
  var wakeUp: WakeUp?
  /// Refusals of the store in a row while looking for work.
  var storeRefusals = 0
  var reachability = Reachability()

  private let executor = BlockingExecutor()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  public init(
    store: any WriteStore, sender: any WriteSender, limits: QueueLimits,
    rules: AnswerRules = AnswerRules(), sources: QueueSources = QueueSources(),
    observer: Observer? = nil
  ) {
    self.store = store
    self.sender = sender
    self.rules = rules
    self.limits = limits
    self.sources = sources
    self.observer = observer
    owner = LeaseOwner(sources.identifier())
  }

  /// Begins to deliver: what is pending or paused is due at once (a server's `Retry-After` is
  /// still obeyed), and done tasks past `keepDone` are removed.
  ///
  /// Never throws: where the store can't be used yet, it is tried again, with growing pauses.
  public func start() {
    guard !isStopped else { return }
    isStarted = true
    deliverDue()
  }

  /// Records one write.
  ///
  /// - Parameters:
  ///   - body: Kept and sent byte for byte.
  ///   - operation: What the user did; the same one again gives the same task and no second write.
  ///     `nil` makes a new one.
  /// - Returns: The task, durable, with its key: from here on it survives any crash.
  /// - Throws: `QueueError`, or the store's error: then there is no task, and nothing is sent.
  @discardableResult
  public func enqueue(
    _ body: [UInt8], contentType: String = "application/json", operation: OperationID? = nil
  ) throws -> WriteTask {
    guard !isStopped else { throw QueueError.queueStopped }
    guard !contentType.isEmpty, contentType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw QueueError.unfitContentType
    }
    guard let key = IdempotencyKey(sources.identifier()) else {
      throw QueueError.unfitIdentifier
    }
    let task = WriteTask(
      id: TaskID(sources.identifier()),
      operation: operation ?? OperationID(sources.identifier()),
      key: key, body: body, contentType: contentType,
      createdAt: sources.clock.reading().wall, delivery: Delivery(due: try now()))
    let stored = try store.insert(task)
    guard stored.body == body, stored.contentType == contentType else {
      throw QueueError.operationHasOtherContent
    }
    if stored.id == task.id { observer?(task.id, task.delivery) }
    deliverDue()
    return stored
  }

  /// All tasks, oldest first; stopped and paused ones stay listed until they are removed.
  public func tasks() throws -> [TaskListing] {
    try store.list()
  }

  /// Connectivity or a credential is back, or the app came to the front: everything pending or
  /// paused is due at once, though never before a `Retry-After`. Sending continues after the
  /// return.
  ///
  /// Never throws: what the store refuses now is made up for as soon as it takes writes again.
  public func sync() {
    syncIsOwed = true
    reachability = Reachability()
    deliverDue()
  }

  /// The user asks for a stopped task to be sent again; it keeps its key and body.
  ///
  /// A paused or pending one is due at once, a done or sending one is left alone. An unexpired
  /// `Retry-After` is obeyed even here.
  ///
  /// - Throws: `QueueError.unknownTask`, or the store's error.
  public func retry(_ id: TaskID) throws {
    guard !isStopped else { throw QueueError.queueStopped }
    guard let delivery = try store.apply(.retried(at: try now()), to: id, under: nil) else {
      throw QueueError.unknownTask
    }
    observer?(id, delivery)
    deliverDue()
  }

  /// The user gives a write up: it is removed from the store, whatever its outcome was.
  ///
  /// - Returns: False where it is being sent just now, or is not there.
  public func remove(_ id: TaskID) throws -> Bool {
    try store.remove(id)
  }

  /// An orderly quit: nothing new is sent, sends under way are cut off, and their leases given
  /// back, so that another process or the next launch need not wait for them. The tasks stay
  /// pending under their keys, since the outcome is unknown.
  ///
  /// Returns when the connections are closed, at the latest after `responseTimeout`. The queue
  /// can't be started again.
  public func stop() async {
    isStopped = true
    wakeUp?.cancel()
    wakeUp = nil
    for flight in flights.values { flight.cancel() }
    for flight in flights.values { await flight.ended() }
  }

  /// The store's line of time, agreed upon at the first need.
  func now() throws -> QueueInstant {
    let reading = sources.clock.reading()
    if let line { return line.instant(at: reading) }
    let agreed = try store.agreeOnTime(reading)
    line = agreed
    return agreed.instant(at: reading)
  }
}
