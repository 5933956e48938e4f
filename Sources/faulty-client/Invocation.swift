// Owns: the first arguments → what is asked for.

import ClientHarness

enum Invocation {
  case help
  case list(ClientList)
  /// The arguments after the name are the client's options.
  case client(name: String, change: ClientChange, arguments: [String])

  init(_ arguments: some Sequence<String>) throws(InvocationError) {
    var rest = Array(arguments)[...]
    guard let first = rest.popFirst() else { throw .missingName }
    switch first {
    case "--help", "-h": self = .help
    case "--list": self = .list(try Self.list(ClientList.faulty, rest))
    case "--list-right": self = .list(try Self.list(ClientList.right, rest))
    case "--list-crash": self = .list(try Self.list(ClientList.crash, rest))
    case "--right":
      guard let name = rest.popFirst() else { throw .missingName }
      guard let mode = UnusualCatalog.all.first(where: { $0.name == name }) else {
        throw .unknownName(list: "--list-right")
      }
      self = .client(name: name, change: mode.change, arguments: Array(rest))
    default:
      guard let kind = (FaultyCatalog.all + CrashCatalog.all).first(where: { $0.name == first })
      else {
        throw .unknownName(list: "--list")
      }
      self = .client(name: first, change: kind.change, arguments: Array(rest))
    }
  }

  private static func list(
    _ make: (ClientList.Form) -> ClientList, _ rest: ArraySlice<String>
  ) throws(InvocationError) -> ClientList {
    switch Array(rest) {
    case []: return make(.text)
    case ["--json"]: return make(.json)
    default: throw .unknownListOption
    }
  }

  static let usage = """
    faulty-client: clients of the contract that are wrong in one known way each, to see whether
    a table of scenarios notices; and clients that are right, but unusual.

    usage: faulty-client NAME [options]           a wrong one
           faulty-client --right NAME [options]   a right one
           faulty-client --list [--json]          each wrong one, and what must be found in it
           faulty-client --list-crash [--json]    each that only a crash test finds
           faulty-client --list-right [--json]    each right one

    """
}

enum InvocationError: Error, CustomStringConvertible {
  case missingName
  case unknownName(list: String)
  case unknownListOption

  var description: String {
    switch self {
    case .missingName: "no client is named; --list and --list-right print the names, see --help"
    case .unknownName(let list): "no client has that name; \(list) prints the names"
    case .unknownListOption: "a list takes no option but --json"
    }
  }
}
