#if os(Linux)

  import CSockets
  import SystemLibrary

  extension SocketSystem {
    /// This system.
    package static let current = SocketSystem.linux(.system)

    package static func linux(_ calls: SocketCalls) -> SocketSystem {
      SocketSystem(
        calls: calls, portHold: .boundSocket, peerEnd: .event(csockets_hang_up()),
        sendFlags: Int32(MSG_DONTWAIT), moreFollowsFlag: Int32(MSG_MORE),
        receiveFlags: Int32(MSG_DONTWAIT), sendFlagsPreventBlocking: true)
    }
  }

#endif
