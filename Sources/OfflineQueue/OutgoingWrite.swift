// Owns: where a send goes and which headers it carries, whatever sends it. Does not own: the bytes on
// the wire (the senders).

/// Every sender asks this, so that none can take key or credential to another origin.
package struct OutgoingWrite: Sendable {
  package let address: Endpoint
  /// In the order in which they are set: of two with one name the later one counts.
  package let headers: [(name: String, value: String)]

  /// `nil` where the queue names a URL of another origin: key and credential never go there.
  ///
  /// - Parameters:
  ///   - headers: The app's own.
  ///   - token: Sent as `Authorization: Bearer`; one that a header cannot contain is left out: the
  ///     server's 401 will show it.
  package init?(
    _ request: WriteRequest, to endpoint: Endpoint, keyHeader: String,
    headers: [(name: String, value: String)], token: String?
  ) {
    let target = request.redirectedTo.map { Endpoint($0) } ?? endpoint
    guard let target, target.hasSameOrigin(as: endpoint) else { return nil }
    address = target
    self.headers = Self.headers(request, keyHeader, headers, token)
  }

  private static func headers(
    _ request: WriteRequest, _ keyHeader: String, _ own: [(name: String, value: String)],
    _ token: String?
  ) -> [(name: String, value: String)] {
    var headers =
      own + [
        (name: keyHeader, value: request.key.text),
        (name: "Content-Type", value: request.contentType),
        (name: "Accept", value: "application/json"),
      ]
    if let token, HeaderLine.isFit(name: "Authorization", value: token) {
      headers.append((name: "Authorization", value: "Bearer " + token))
    }
    return headers
  }
}
