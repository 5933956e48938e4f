/// What a driver drives, as the scenario file's `client` says it. Each kind of driver has a type of
/// its own; nothing outside the driver knows more of it than this.
package protocol ClientConfiguration: Sendable {
  /// All words of commands in it, in an order that is always the same; paths may be among them.
  var words: [String] { get }

  /// The program whose file identifies the client, e.g. `{bin}/queue-client`; `nil`: none does.
  var program: String? { get }

  /// Whether the client's processes are this machine's, so that who sent a request can be seen.
  var isLocal: Bool { get }

  /// With the words of each command replaced, e.g. relative paths by absolute ones.
  func mappingWords(_ change: ([String]) -> [String]) -> Self
}
