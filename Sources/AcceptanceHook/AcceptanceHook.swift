// Owns: the client contract in front of an app's own code: lines on stdin and stdout, and a mailbox
// of two files. Does not own: the app's queue. Add this target, or only its files, to debug builds.

import Foundation

/// What an app offers to the runner: its own ways to take a tap, to list its tasks, and to go on.
public struct AppHook: Sendable {
  /// What one tap became.
  public struct Receipt: Sendable, Hashable {
    /// The app's own name for the task, the same in `tasks`.
    public var task: String
    /// The idempotency key, where it is known by then.
    public var key: String?

    public init(task: String, key: String? = nil) {
      self.task = task
      self.key = key
    }
  }

  /// One task as the app lists it.
  public struct Task: Sendable, Hashable {
    public enum State: String, Sendable, Hashable, CaseIterable {
      /// Will be sent again by itself.
      case pending
      case sending
      /// Waits for credentials, a sync or a relaunch.
      case paused
      case done
      /// Will not be sent again by itself; `diagnosis` says why.
      case stopped
    }

    public var task: String
    public var key: String?
    public var state: State
    /// Complete sends so far; `nil` where the app does not count them.
    public var sends: Int?
    public var diagnosis: String?

    public init(
      task: String, key: String? = nil, state: State, sends: Int? = nil, diagnosis: String? = nil
    ) {
      self.task = task
      self.key = key
      self.state = state
      self.sends = sends
      self.diagnosis = diagnosis
    }
  }

  /// The app's promises, from which the runner derives every deadline. `nil`: it promises nothing.
  public struct Limits: Sendable, Hashable {
    /// The longest pause between two sends of a task.
    public var retryCapMs: Int?
    public var responseTimeoutMs: Int?
    /// How long a dead sender's right to send lasts.
    public var leaseMs: Int?
    /// `true`: a task is sent again once per launch and once per sync, never by itself.
    public var retriesOnSyncOnly: Bool

    public init(
      retryCapMs: Int? = nil, responseTimeoutMs: Int? = nil, leaseMs: Int? = nil,
      retriesOnSyncOnly: Bool = false
    ) {
      self.retryCapMs = retryCapMs
      self.responseTimeoutMs = responseTimeoutMs
      self.leaseMs = leaseMs
      self.retriesOnSyncOnly = retriesOnSyncOnly
    }
  }

  /// Name and version, e.g. `todo/2.3`.
  public var name: String
  public var limits: Limits
  /// The user tapped *New*. `body` is the JSON object to write, in the runner's bytes where they
  /// could be kept. Returns once the task is durable; throws where no task was made.
  public var submit: @Sendable (_ body: Data) async throws -> Receipt
  /// `nil`: the app cannot list its tasks, and scenarios that look at the list are skipped.
  public var tasks: (@Sendable () async throws -> [Task])?
  /// Connectivity came back. Returns at once; sending continues in the background. `nil`: the app
  /// has no such entry.
  public var sync: (@Sendable () async -> Void)?

  public init(
    name: String, limits: Limits = Limits(),
    submit: @escaping @Sendable (_ body: Data) async throws -> Receipt,
    tasks: (@Sendable () async throws -> [Task])? = nil,
    sync: (@Sendable () async -> Void)? = nil
  ) {
    self.name = name
    self.limits = limits
    self.submit = submit
    self.tasks = tasks
    self.sync = sync
  }
}

public enum AcceptanceHook {
  /// Where the runner listens, as passed to the app at its launch; `nil` where no runner started
  /// it.
  ///
  /// Ask this before anything else of the hook, so that a build that is not under test does
  /// nothing.
  public static var endpoint: URL? {
    ProcessInfo.processInfo.environment["ACCEPTANCE_ENDPOINT"].flatMap(URL.init(string:))
  }

  /// The credential of this launch, to send as `Authorization: Bearer`; `nil` where there is none.
  public static var token: String? { ProcessInfo.processInfo.environment["ACCEPTANCE_TOKEN"] }
}
