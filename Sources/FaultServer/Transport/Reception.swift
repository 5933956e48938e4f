// Owns: the connections that the accepting thread looks after itself: those that wait for a request,
// and those that were told goodbye. Does not own: what is said on them (Conversation).

import SystemLibrary

/// Most requests can be served without waiting for anything. They are served here, one after the
/// other: a thread of its own for each costs three times as much. Whoever has to be waited for gets one.
///
/// Used by one thread only.
final class Reception {
  private struct Guest {
    let conversation: Conversation
    let descriptor: Int32
    var stay: Stay
    var deadline: ContinuousClock.Instant

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
  func receive(_ conversation: Conversation) {
    let stay = attend(to: conversation)
    guard stay != .isElsewhere else { return }
    guests.append(
      Guest(
        conversation: conversation, descriptor: conversation.connection.descriptor, stay: stay,
        deadline: .now + stay.limit))
  }

  /// Waits until somebody comes to the door, calls, or one of the guests is to be looked after; looks
  /// after the guests.
  ///
  /// - Parameter door: `nil` while nobody is let in.
  func wait(at door: Int32?, call: WakeUp, until deadline: ContinuousClock.Instant) -> Seen {
    let generations = guests.reduce(into: [Generation]()) { seen, guest in
      if !seen.contains(where: { $0 === guest.generation }) { seen.append(guest.generation) }
    }
    let flags = generations.flatMap { [$0.end.descriptor, $0.closeIdle.descriptor] }
    var entries: [pollfd] = []
    entries.reserveCapacity(2 + flags.count + guests.count)
    for descriptor in [call.descriptor, door ?? -1] + flags {
      entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    var deadline = deadline
    for guest in guests {
      entries.append(pollfd(fd: guest.descriptor, events: Int16(POLLIN), revents: 0))
      deadline = min(deadline, guest.deadline)
    }
    Waiting.wait(&entries, until: deadline)
    lookAfterGuests(entries[(2 + flags.count)...])
    // What has arrived is still served: only then those who are called on.
    for (index, generation) in generations.enumerated()
    where entries[2 + 2 * index].revents != 0 || entries[3 + 2 * index].revents != 0 {
      dismiss { $0 === generation }
    }
    return Seen(canAccept: entries[1].revents != 0, isCalled: entries[0].revents != 0)
  }

  /// The server stops: nobody is looked after any more.
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
        guests[index].stay = guests[index].conversation.leave(.close)
      }
      if guests[index].stay == .isElsewhere { someoneLeft = true }
    }
    if someoneLeft { guests.removeAll { $0.stay == .isElsewhere } }
  }

  private func lookAfter(_ guest: Guest) -> Stay {
    guard guest.stay == .leaves else { return attend(to: guest.conversation) }
    return guest.conversation.readAway() ? guest.conversation.leave(.close) : .leaves
  }

  private func attend(to conversation: Conversation) -> Stay {
    let stay = conversation.serveAtOnce()
    guard stay == .stays, !conversation.hasPlace else { return stay }
    conversation.hasPlace = true
    isLoungesTurn.toggle()
    if isLoungesTurn, let lounge, lounge.take(conversation) { return .isElsewhere }
    return stay
  }

  /// Guests of these generations get a thread each, which knows what the call means to them.
  private func dismiss(_ isCalled: (Generation) -> Bool) {
    for guest in guests where isCalled(guest.generation) {
      if guest.stay == .leaves {
        guest.conversation.leave(.close)
      } else {
        guest.conversation.goOnElsewhere()
      }
    }
    guests.removeAll { isCalled($0.generation) }
  }
}

extension Stay {
  /// How long it may last without a word of the client's.
  fileprivate var limit: Duration {
    switch self {
    case .waits, .stays: Conversation.readLimit
    case .leaves: Connection.drainLimit
    case .isElsewhere: .zero
    }
  }
}
