// Owns: this program's own arguments: which client, or which list. Does not own: the options and
// the contract (ClientHarness), what the clients are (the catalogues).

import ClientHarness

@main
struct FaultyClient {
  private static let program = "faulty-client"

  static func main() {
    do {
      switch try Invocation(CommandLine.arguments.dropFirst()) {
      case .help: Output.standard.put(Invocation.usage + "\n" + ClientOptions.help)
      case .list(let list): Output.standard.put(list.text)
      case .client(let name, let change, let rest):
        serve(name, change, rest)
      }
    } catch {
      ClientProcess.fail(program: program, error)
    }
  }

  private static func serve(
    _ name: String, _ change: @escaping ClientChange, _ arguments: [String]
  ) -> Never {
    ClientProcess.run(program: program, arguments: arguments, introduction: Invocation.usage) {
      options, environment in
      var parts = try ClientParts.standard(
        name: "\(program)/\(name)", options: options, environment: environment)
      try change(&parts, Launch(options: options, environment: environment))
      return parts
    }
  }
}
