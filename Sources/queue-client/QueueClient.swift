// Owns: the process: its start, its orderly quit, its exit status. Does not own: commands (Session).

import OfflineQueue
import OfflineQueueCURL
import OfflineQueueSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@main
struct QueueClient {
  /// Wrong options or environment (`EX_USAGE` of sysexits.h).
  private static let wrongUsage: Int32 = 64
  /// An orderly quit waits no longer than this for connections to close and leases to be given
  /// back; what is not, runs out by itself.
  private static let quitLimit: Duration = .milliseconds(1500)

  static func main() {
    // Before any thread starts, so that all inherit it: SIGTERM is awaited on one thread, and a
    // closed stdout is an error of a write instead of a signal.
    let signals = Signals.takeOver()
    do {
      let options = try ClientOptions(arguments: CommandLine.arguments.dropFirst())
      if options.asksForHelp {
        Output.standard.put(ClientOptions.help)
        exit(0)
      }
      let session = try Session(options: options, environment: ClientEnvironment())
      let (lines, end) = InputLines.standard()
      // Not on the main actor, whose thread waits for signals.
      Task.detached {
        await session.run(lines)
        await quit(session)
      }
      while true {
        signals.awaitTermination()
        end.finish()
      }
    } catch {
      Output.error.put("queue-client: \(error)\n")
      exit(wrongUsage)
    }
  }

  private static func quit(_ session: Session) async -> Never {
    Task.detached {
      do {
        try await Task.sleep(for: quitLimit)
      } catch {
        return
      }
      _exit(0)
    }
    await session.close()
    exit(0)
  }
}
