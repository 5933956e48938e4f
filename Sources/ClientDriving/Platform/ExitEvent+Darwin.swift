#if canImport(Darwin)

  import Dispatch
  import Synchronization

  /// A kqueue event, by libdispatch.
  final class ExitEvent: Sendable {
    private static let queue = DispatchQueue(
      label: "acceptance.exit-watch", qos: .userInitiated)

    private let process: Int32
    private let source = Mutex<EventSource?>(nil)

    init(process: Int32) throws(DrivingError) {
      self.process = process
    }

    deinit { source.withLock { $0?.cancel() } }

    func start(_ handler: @escaping @Sendable () -> Void) throws(DrivingError) {
      let source = DispatchSource.makeProcessSource(
        identifier: process, eventMask: .exit, queue: Self.queue)
      source.setEventHandler(handler: handler)
      let event = EventSource(source)
      self.source.withLock { $0 = event }
      event.activate()
      // kqueue reports only ends that come after the registration.
      Self.queue.async(execute: handler)
    }
  }

#endif
