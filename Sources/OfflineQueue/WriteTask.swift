// Owns: one queued write and how it is listed. Does not own: the state of its delivery (Delivery).

/// One write of the user's, from the tap until the server has it for certain.
public struct WriteTask: Sendable, Hashable {
  public let id: TaskID
  public let operation: OperationID
  /// Made together with the task and stored in the same transaction: no send ever goes out under
  /// another one, whatever crashes in between.
  public let key: IdempotencyKey
  /// The very bytes of each send; fixed when the task is made, never encoded again.
  public let body: [UInt8]
  /// The media type of `body`.
  public let contentType: String
  /// Wall clock, since 1970. For people only: nothing is decided by it.
  public let createdAt: Duration
  public var delivery: Delivery

  public init(
    id: TaskID, operation: OperationID, key: IdempotencyKey, body: [UInt8], contentType: String,
    createdAt: Duration, delivery: Delivery
  ) {
    self.id = id
    self.operation = operation
    self.key = key
    self.body = body
    self.contentType = contentType
    self.createdAt = createdAt
    self.delivery = delivery
  }
}

/// One line of the list of tasks.
public struct TaskListing: Sendable, Hashable {
  public let id: TaskID
  /// `nil` where the stored record is damaged: nothing in it can be trusted then but its name.
  public let contents: Contents?
  public let status: TaskStatus
  /// Sends that were begun, from 0; those that never reached the server are counted too.
  public let sends: Int
  /// When a pending task is sent at the earliest, or the lease of a sending one ends.
  public let due: QueueInstant?
  /// Why it is paused or stopped, or why it was not done the last time; `nil` before that.
  public let diagnosis: Diagnosis?

  /// What a readable record holds besides its body.
  public struct Contents: Sendable, Hashable {
    public let operation: OperationID
    public let key: IdempotencyKey
    public let createdAt: Duration

    public init(operation: OperationID, key: IdempotencyKey, createdAt: Duration) {
      self.operation = operation
      self.key = key
      self.createdAt = createdAt
    }
  }

  public init(
    id: TaskID, contents: Contents?, status: TaskStatus, sends: Int, due: QueueInstant?,
    diagnosis: Diagnosis?
  ) {
    self.id = id
    self.contents = contents
    self.status = status
    self.sends = sends
    self.due = due
    self.diagnosis = diagnosis
  }

  public init(_ task: WriteTask) {
    self.init(
      id: task.id,
      contents: Contents(
        operation: task.operation, key: task.key, createdAt: task.createdAt),
      status: task.delivery.status, sends: task.delivery.sends, due: task.delivery.due,
      diagnosis: task.delivery.diagnosis)
  }

  /// The line of a record that can't be read: it will not be sent, and says so.
  public init(damaged id: TaskID, sends: Int, diagnosis: Diagnosis = .damagedRecord) {
    self.init(
      id: id, contents: nil, status: .stopped, sends: sends, due: nil, diagnosis: diagnosis)
  }
}

/// The state of a task, in the words of the client contract.
public enum TaskStatus: String, Sendable, Hashable, CaseIterable {
  /// Will be sent (again) by itself.
  case pending
  case sending
  /// Waits for a credential, a `sync` or the next launch.
  case paused
  case done
  /// Will not be sent again unless the user asks for it.
  case stopped
}
