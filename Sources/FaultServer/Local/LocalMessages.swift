// Owns: a request to a `LocalServer` and its answer, as values.

package struct LocalRequest: Sendable {
  package let method: String
  /// Without the query.
  package let path: String
  /// What follows the first question mark; empty without one.
  package let query: String
  /// In the order they came.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(
    method: String, target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers
    self.body = body
  }

  init(_ head: RequestHead, body: [UInt8]) {
    self.init(
      method: head.method, target: head.target,
      headers: head.fields.map { ($0.name, $0.text) }, body: body)
  }

  /// The values of every header of this name, compared without case.
  package func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}

package struct LocalResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  static func empty(_ status: Int) -> LocalResponse { LocalResponse(status: status) }

  func bytes(forHEAD: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(text.utf8) + (forHEAD ? [] : body)
  }
}
