// Owns: the connections that the accepting thread handles itself: those that wait for a request,
// and those being closed. Does not own: what is exchanged on them (ConnectionHandler).

import SystemLibrary

/// Most requests can be served without waiting for anything. They are served here, one after the
/// other: a thread of its own for each costs three times as much. Whoever has to be waited for gets one.
///
/// Used by one thread only.
final class ConnectionReactor {
  private struct PolledConnection {
    let connectionHandler: ConnectionHandler
    let descriptor: Int32
    var disposition: ConnectionDisposition
    var deadline: ContinuousClock.Instant

    var connectionGroup: ConnectionGroup { connectionHandler.connection.connectionGroup }
  }

  struct Seen {
    /// A new connection waits to be accepted.
    let canAccept: Bool
    let isCalled: Bool
  }

  private var polled: [PolledConnection] = []
  /// Gets every second connection that stays.
  private let idlePoller: IdlePoller?
  private var isIdlePollersTurn = false

  init(idlePoller: IdlePoller? = nil) { self.idlePoller = idlePoller }

  /// A new connection's first bytes are nearly always there before it is looked at.
  func receive(_ connectionHandler: ConnectionHandler) {
    let disposition = attend(to: connectionHandler)
    guard disposition != .handedOff else { return }
    polled.append(
      PolledConnection(
        connectionHandler: connectionHandler, descriptor: connectionHandler.connection.descriptor,
        disposition: disposition,
        deadline: .now + disposition.limit))
  }

  /// Waits for a new connection, a wake-up, or an event on one of the polled connections; handles
  /// the polled connections.
  ///
  /// - Parameter listener: `nil` while no connection is accepted.
  func wait(at listener: Int32?, call: WakeUp, until deadline: ContinuousClock.Instant) -> Seen {
    let connectionGroups = polled.reduce(into: [ConnectionGroup]()) { seen, polledConnection in
      if !seen.contains(where: { $0 === polledConnection.connectionGroup }) {
        seen.append(polledConnection.connectionGroup)
      }
    }
    let flags = connectionGroups.flatMap { [$0.end.descriptor, $0.closeIdle.descriptor] }
    var entries: [pollfd] = []
    entries.reserveCapacity(2 + flags.count + polled.count)
    for descriptor in [call.descriptor, listener ?? -1] + flags {
      entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    var deadline = deadline
    for polledConnection in polled {
      entries.append(pollfd(fd: polledConnection.descriptor, events: Int16(POLLIN), revents: 0))
      deadline = min(deadline, polledConnection.deadline)
    }
    PollWait.wait(&entries, until: deadline)
    handleEvents(entries[(2 + flags.count)...])
    // What has arrived is still served: only then those who are called on.
    for (index, connectionGroup) in connectionGroups.enumerated()
    where entries[2 + 2 * index].revents != 0 || entries[3 + 2 * index].revents != 0 {
      dismiss { $0 === connectionGroup }
    }
    return Seen(canAccept: entries[1].revents != 0, isCalled: entries[0].revents != 0)
  }

  /// The server stops: no connection is handled any more.
  func close() { dismiss { _ in true } }

  /// - Parameter entries: One for each polled connection, in their order.
  private func handleEvents(_ entries: ArraySlice<pollfd>) {
    let now = ContinuousClock.now
    var isAnyHandedOff = false
    for (index, entry) in zip(polled.indices, entries) {
      if entry.revents != 0 {
        let disposition = handleEvent(of: polled[index])
        if disposition != polled[index].disposition || disposition != .leaves {
          polled[index].deadline = now + disposition.limit
        }
        polled[index].disposition = disposition
      } else if polled[index].deadline <= now {
        polled[index].disposition = polled[index].connectionHandler.leave(.close)
      }
      if polled[index].disposition == .handedOff { isAnyHandedOff = true }
    }
    if isAnyHandedOff { polled.removeAll { $0.disposition == .handedOff } }
  }

  private func handleEvent(of polledConnection: PolledConnection) -> ConnectionDisposition {
    guard polledConnection.disposition == .leaves else {
      return attend(to: polledConnection.connectionHandler)
    }
    return polledConnection.connectionHandler.readAway()
      ? polledConnection.connectionHandler.leave(.close) : .leaves
  }

  private func attend(to connectionHandler: ConnectionHandler) -> ConnectionDisposition {
    let disposition = connectionHandler.serveAtOnce()
    guard disposition == .stays, !connectionHandler.hasPlace else { return disposition }
    connectionHandler.hasPlace = true
    isIdlePollersTurn.toggle()
    if isIdlePollersTurn, let idlePoller, idlePoller.take(connectionHandler) { return .handedOff }
    return disposition
  }

  /// Connections of these groups get a thread each, which knows what the call means to them.
  private func dismiss(_ isCalled: (ConnectionGroup) -> Bool) {
    for polledConnection in polled where isCalled(polledConnection.connectionGroup) {
      if polledConnection.disposition == .leaves {
        polledConnection.connectionHandler.leave(.close)
      } else {
        polledConnection.connectionHandler.continueOnThread()
      }
    }
    polled.removeAll { isCalled($0.connectionGroup) }
  }
}

extension ConnectionDisposition {
  /// How long it may last without a word of the client's.
  fileprivate var limit: Duration {
    switch self {
    case .waits, .stays: ConnectionHandler.readLimit
    case .leaves: Connection.drainLimit
    case .handedOff: .zero
    }
  }
}
