// Owns: the process of a client: its start, its orderly quit, its exit status.
// Does not own: commands (Session), or what the client is made of (ClientParts).

import ClientContract
import SystemLibrary

package enum ClientProcess {
  /// Wrong options or environment (`EX_USAGE` of sysexits.h).
  private static let wrongUsage: Int32 = 64
  /// An orderly quit waits no longer than this for connections to close and leases to be given
  /// back; what is not, runs out by itself.
  private static let quitLimit: Duration = .milliseconds(1500)

  /// Serves the contract until stdin ends or SIGTERM comes.
  ///
  /// - Parameters:
  ///   - program: Its name in messages.
  ///   - introduction: The help's first lines, above the options.
  ///   - make: The client for these options; what it throws is wrong usage.
  package static func run(
    program: String, arguments: some Sequence<String>, introduction: String,
    make: (ClientOptions, ClientEnvironment) throws -> ClientParts
  ) -> Never {
    // Before any thread starts, so that all inherit it: SIGTERM is awaited on one thread, and a
    // closed stdout is an error of a write instead of a signal.
    let signals = Signals.takeOver()
    do {
      let options = try ClientOptions(arguments: arguments)
      if options.asksForHelp {
        Output.standard.put(introduction + "\n" + ClientOptions.help)
        exit(0)
      }
      let parts = try make(options, ClientEnvironment())
      try parts.launching()
      let session = Session(parts: parts, program: program)
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
      fail(program: program, error)
    }
  }

  package static func fail(program: String, _ error: any Error) -> Never {
    Output.error.put("\(program): \(error)\n")
    exit(wrongUsage)
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
