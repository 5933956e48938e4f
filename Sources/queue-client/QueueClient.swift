// Owns: what this client is: the write queue unchanged. Does not own: serving the contract
// (ClientHarness).

import ClientHarness

@main
struct QueueClient {
  private static let introduction = """
    queue-client: the write queue OfflineQueue behind the client contract, version 1.
    Reads one JSON command a line from stdin, answers each on stdout; ends with stdin or SIGTERM.

    usage: queue-client [options]

    """

  static func main() {
    ClientProcess.run(
      program: "queue-client", arguments: CommandLine.arguments.dropFirst(),
      introduction: introduction
    ) { options, environment in
      try .standard(name: "queue-client/1.0", options: options, environment: environment)
    }
  }
}
