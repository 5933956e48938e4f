// Owns: the reference client with URLSession in libcurl's place.

import ClientHarness
import OfflineQueueURLSession

@main
struct URLSessionClient {
  private static let introduction = """
    urlsession-client: the write queue OfflineQueue, sending by URLSession, behind the client
    contract, version 1.

    usage: urlsession-client [options]

    """

  static func main() {
    ClientProcess.run(
      program: "urlsession-client", arguments: CommandLine.arguments.dropFirst(),
      introduction: introduction
    ) { options, environment in
      var parts = try ClientParts.standard(
        name: "urlsession-client/1.0", options: options, environment: environment)
      let token = environment.token
      parts.sender = try URLSessionWriteSender(
        endpoint: environment.endpoint,
        options: .init(keyHeader: options.keyHeader, bearerToken: { token }))
      return parts
    }
  }
}
