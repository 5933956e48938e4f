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
    var stay: ConnectionDisposition
    var deadline: ContinuousClock.Instant

    var connectionGroup: ConnectionGroup { connectionHandler.connection.connectionGroup }
  }

  struct Seen {
    /// Somebody waits at the door.
    let canAccept: Bool
    let isCalled: Bool
  }

  private var guests: [PolledConnection] = []
  /// Who looks after every second connection that stays.
  private let idlePoller: IdlePoller?
  private var isLoungesTurn = false

  init(idlePoller: IdlePoller? = nil) { self.idlePoller = idlePoller }

  /// A new connection's first bytes are nearly always there before it is looked at.
  func receive(_ connectionHandler: ConnectionHandler) {
    let stay = attend(to: connectionHandler)
    guard stay != .isHandedOff else { return }
    guests.append(
      PolledConnection(
        connectionHandler: connectionHandler, descriptor: connectionHandler.connection.descriptor,
        stay: stay,
        deadline: .now + stay.limit))
  }

  /// Waits for a new connection, a wake-up, or an event on one of the polled connections; handles
  /// the polled connections.
  ///
  /// - Parameter door: `nil` while no connection is accepted.
  func wait(at listener: Int32?, call: WakeUp, until deadline: ContinuousClock.Instant) -> Seen {
    let generations = guests.reduce(into: [ConnectionGroup]()) { seen, polledConnection in
      if !seen.contains(where: { $0 === polledConnection.connectionGroup }) {
        seen.append(polledConnection.connectionGroup)
      }
    }
    let flags = generations.flatMap { [$0.end.descriptor, $0.closeIdle.descriptor] }
    var entries: [pollfd] = []
    entries.reserveCapacity(2 + flags.count + guests.count)
    for descriptor in [call.descriptor, listener ?? -1] + flags {
      entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    var deadline = deadline
    for polledConnection in guests {
      entries.append(pollfd(fd: polledConnection.descriptor, events: Int16(POLLIN), revents: 0))
      deadline = min(deadline, polledConnection.deadline)
    }
    PollWait.wait(&entries, until: deadline)
    lookAfterGuests(entries[(2 + flags.count)...])
    // What has arrived is still served: only then those who are called on.
    for (index, connectionGroup) in generations.enumerated()
    where entries[2 + 2 * index].revents != 0 || entries[3 + 2 * index].revents != 0 {
      dismiss { $0 === connectionGroup }
    }
    return Seen(canAccept: entries[1].revents != 0, isCalled: entries[0].revents != 0)
  }

  /// The server stops: no connection is handled any more.
  func close() { dismiss { _ in true } }

  /// - Parameter entries: One a guest, in their order.
  private func lookAfterGuests(_ entries: ArraySlice<pollfd>) {
    let now = ContinuousClock.now
    var someoneLeft = false
    for (index, entry) in zip(guests.indices, entries) {
      if entry.revents != 0 {
        let stay = lookAfter(guests[index])
        if stay != guests[index].stay || stay != .leaves {
          guests[index].deadline = now + stay.limit
        }
        guests[index].stay = stay
      } else if guests[index].deadline <= now {
        guests[index].stay = guests[index].connectionHandler.leave(.close)
      }
      if guests[index].stay == .isHandedOff { someoneLeft = true }
    }
    if someoneLeft { guests.removeAll { $0.stay == .isHandedOff } }
  }

  private func lookAfter(_ polledConnection: PolledConnection) -> ConnectionDisposition {
    guard polledConnection.stay == .leaves else {
      return attend(to: polledConnection.connectionHandler)
    }
    return polledConnection.connectionHandler.readAway()
      ? polledConnection.connectionHandler.leave(.close) : .leaves
  }

  private func attend(to connectionHandler: ConnectionHandler) -> ConnectionDisposition {
    let stay = connectionHandler.serveAtOnce()
    guard stay == .stays, !connectionHandler.hasPlace else { return stay }
    connectionHandler.hasPlace = true
    isLoungesTurn.toggle()
    if isLoungesTurn, let idlePoller, idlePoller.take(connectionHandler) { return .isHandedOff }
    return stay
  }

  /// Guests of these generations get a thread each, which knows what the call means to them.
  private func dismiss(_ isCalled: (ConnectionGroup) -> Bool) {
    for polledConnection in guests where isCalled(polledConnection.connectionGroup) {
      if polledConnection.stay == .leaves {
        polledConnection.connectionHandler.leave(.close)
      } else {
        polledConnection.connectionHandler.goOnElsewhere()
      }
    }
    guests.removeAll { isCalled($0.connectionGroup) }
  }
}

extension ConnectionDisposition {
  /// How long it may last without a word of the client's.
  fileprivate var limit: Duration {
    switch self {
    case .waits, .stays: ConnectionHandler.readLimit
    case .leaves: Connection.drainLimit
    case .isHandedOff: .zero
    }
  }
}
