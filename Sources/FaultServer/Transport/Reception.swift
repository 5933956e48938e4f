// Owns: the connections that the accepting thread looks after itself: those that wait for a request,
// and those that were told goodbye. Does not own: what is said on them (Conversation).

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Most requests can be served without waiting for anything. They are served here, one after the
/// other: a thread of its own for each costs three times as much. Whoever has to be waited for gets one.
///
/// Used by one thread only.
final class Reception {
  private struct Guest {
    let conversation: Conversation
    /// The server has said all; what still comes is read away.
    var isLeaving = false
    var deadline: ContinuousClock.Instant

    var descriptor: Int32 { conversation.connection.descriptor }
    var generation: Generation { conversation.connection.generation }
  }

  struct Seen {
    /// Somebody waits at the door.
    let canAccept: Bool
    let isCalled: Bool
  }

  private var guests: [Guest] = []
  /// Who looks after every second connection that stays.
  private let lounge: Lounge?
  private var isLoungesTurn = false

  init(lounge: Lounge? = nil) { self.lounge = lounge }

  /// A new connection's first bytes are nearly always there before it is looked at.
  func receive(_ conversation: Conversation) { attend(to: conversation) }

  /// Waits until somebody comes to the door, calls, or one of the guests is to be looked after; looks
  /// after the guests.
  ///
  /// - Parameter door: `nil` while nobody is let in.
  func wait(at door: Int32?, call: WakeUp, until deadline: ContinuousClock.Instant) -> Seen {
    let generations = guests.reduce(into: [Generation]()) { seen, guest in
      if !seen.contains(where: { $0 === guest.generation }) { seen.append(guest.generation) }
    }
    let flags = generations.flatMap { [$0.end.descriptor, $0.closeIdle.descriptor] }
    var entries = ([call.descriptor, door ?? -1] + flags + guests.map(\.descriptor)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let deadline = guests.reduce(deadline) { min($0, $1.deadline) }
    Waiting.wait(&entries, until: deadline)
    let isSet = entries.map { $0.revents != 0 }
    let current = guests
    guests = []
    for (guest, isReadable) in zip(current, isSet.suffix(current.count)) {
      lookAfter(guest, isReadable: isReadable)
    }
    // What has arrived is still served: only then those who are called on.
    for (index, generation) in generations.enumerated()
    where isSet[2 + 2 * index] || isSet[3 + 2 * index] {
      dismiss { $0 === generation }
    }
    return Seen(canAccept: isSet[1], isCalled: isSet[0])
  }

  /// The server stops: nobody is looked after any more.
  func close() { dismiss { _ in true } }

  private func lookAfter(_ guest: Guest, isReadable: Bool) {
    if guest.isLeaving {
      let isGone = isReadable && guest.conversation.readAway()
      if isGone || guest.deadline <= .now {
        guest.conversation.leave(.close)
      } else {
        guests.append(guest)
      }
    } else if isReadable {
      attend(to: guest.conversation)
    } else if guest.deadline <= .now {
      guest.conversation.leave(.close)
    } else {
      guests.append(guest)
    }
  }

  private func attend(to conversation: Conversation) {
    switch conversation.serveAtOnce() {
    case .waits: keep(conversation)
    case .stays:
      if !conversation.hasPlace {
        conversation.hasPlace = true
        isLoungesTurn.toggle()
        if isLoungesTurn, let lounge, lounge.take(conversation) { return }
      }
      keep(conversation)
    case .leaves:
      guests.append(
        Guest(conversation: conversation, isLeaving: true, deadline: .now + Connection.drainLimit))
    case .isElsewhere: break
    }
  }

  private func keep(_ conversation: Conversation) {
    guests.append(Guest(conversation: conversation, deadline: .now + Conversation.readLimit))
  }

  /// Guests of these generations get a thread each, which knows what the call means to them.
  private func dismiss(_ isCalled: (Generation) -> Bool) {
    let called = guests.filter { isCalled($0.generation) }
    guests.removeAll { isCalled($0.generation) }
    for guest in called {
      if guest.isLeaving {
        guest.conversation.leave(.close)
      } else {
        guest.conversation.goOnElsewhere()
      }
    }
  }
}
