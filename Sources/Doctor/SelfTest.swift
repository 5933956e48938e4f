import ClientDriving
import Dispatch
import Evidence
import FaultServer
import Synchronization
import SystemLibrary

/// Whether this system does what the product expects of it: every platform-dependent primitive once.
///
/// For systems that the product was not built on. Each line names what was expected and what was seen, so
/// that a difference can be understood from the table alone.
package enum SelfTest {
  /// A primitive that hangs is a finding, not the end of the table. Ten times what the slowest takes on a
  /// busy machine.
  package static let limit: Duration = .seconds(30)

  package struct Row: Sendable, Hashable {
    package let name: String
    package let expected: String
    package let seen: String
    package let isExpected: Bool
  }

  /// - Parameter folder: An existing, empty one.
  package static func probes(in folder: String) throws(FileError) -> [PlatformProbe] {
    let files = SystemFiles()
    let (processes, stores) = (folder + "/processes", folder + "/files")
    try files.makeFolder(processes)
    try files.makeFolder(stores)
    return SystemProbes.all + TransportProbes.all + ProcessProbes.all(in: processes)
      + FileProbes.all(in: stores)
  }

  /// Runs each on a thread of its own, one after the other.
  ///
  /// - Parameter report: Called with each row as it comes.
  /// - Returns: Whether all is as expected.
  package static func run(
    _ probes: [PlatformProbe], within limit: Duration = limit, report: (Row) -> Void
  ) -> Bool {
    var isExpected = true
    for probe in probes {
      let row = run(probe, within: limit)
      isExpected = isExpected && row.isExpected
      report(row)
    }
    return isExpected
  }

  private static func run(_ probe: PlatformProbe, within limit: Duration) -> Row {
    let box = OutcomeBox()
    let thread = SystemThread.start(stackByteCount: 4 << 20, isDetached: true) {
      box.put(probe.run())
    }
    let outcome =
      thread == nil
      ? PlatformProbe.Outcome("no thread", isExpected: false)
      : box.take(within: limit)
        ?? .init("nothing within \(limit.components.seconds) s", isExpected: false)
    return Row(
      name: probe.name, expected: probe.expected, seen: outcome.seen,
      isExpected: outcome.isExpected)
  }

  private final class OutcomeBox: Sendable {
    private let outcome = Mutex<PlatformProbe.Outcome?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ value: PlatformProbe.Outcome) {
      outcome.withLock { $0 = value }
      isThere.signal()
    }

    /// `nil`: nothing came.
    func take(within limit: Duration) -> PlatformProbe.Outcome? {
      let milliseconds = Int(limit / .milliseconds(1))
      guard isThere.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
        return nil
      }
      return outcome.withLock { $0 }
    }
  }
}

/// Kernel and machine, as uname(3) names them.
package func systemDescription() -> String {
  var name = utsname()
  guard uname(&name) == 0 else { return "unknown" }
  return [text(name.sysname), text(name.release), text(name.machine)].joined(separator: " ")
}

private func text<Field>(_ field: Field) -> String {
  withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
