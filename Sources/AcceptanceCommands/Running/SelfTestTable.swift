import AcceptanceModel
import ClientDriving
import Doctor
import Evidence
import Foundation
import SystemLibrary

/// `acceptance doctor --self-test`: a table to send in.
enum SelfTestTable {
  static func print(in folder: String, environment: [String: String]) async throws -> ExitCode {
    Console.print("acceptance \(Acceptance.version), self-test")
    Console.print("system  \(ProcessInfo.processInfo.operatingSystemVersionString)")
    Console.print("kernel  \(systemDescription())")
    Console.print(
      "swift   built by \(compiler); on PATH: \(await swiftOnPath(environment, folder))")
    Console.print("")
    Console.print(line("", "what", "expected", "seen"))
    let probes = try SelfTest.probes(in: folder)
    let isExpected = SelfTest.run(probes) { row in
      Console.print(line(row.isExpected ? "✓" : "✗", row.name, row.expected, row.seen))
    }
    Console.print("")
    Console.print(
      isExpected
        ? "\(probes.count) of \(probes.count) as expected"
        : "not as expected: please send this whole table with your report")
    return isExpected ? .passed : .failed
  }

  private static func line(_ mark: String, _ name: String, _ expected: String, _ seen: String)
    -> String
  {
    [mark.padded(to: 2), name.padded(to: 58), expected.padded(to: 42), seen].joined()
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2 or earlier"
    #endif
  }

  private static func swiftOnPath(_ environment: [String: String], _ folder: String) async
    -> String
  {
    do throws(DrivingError) {
      let end = try await ToolCall.run(
        ["swift", "--version"], environment: environment, home: folder, runReaper: nil,
        within: .seconds(30))
      let line = end.stdout.split(whereSeparator: \.isNewline).first {
        $0.contains("Swift version")
      }
      return line.map(String.init) ?? "none that says its version"
    } catch {
      return "none"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 1))
  }
}
