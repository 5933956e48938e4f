// Owns: how many parts a request had and how large they were, which is informative and reveals no
// contents.

/// Counts and sizes of what came with a send besides its body.
package struct RequestShape: Sendable, Hashable {
  /// How many there were, and how many bytes they took together.
  package struct Parts: Sendable, Hashable {
    package let count: Int
    package let byteCount: Int

    package init(count: Int, byteCount: Int) {
      self.count = count
      self.byteCount = byteCount
    }
  }

  /// Fields of the head, whatever their names; repeated ones count each. Names and values.
  package let headers: Parts
  /// `name=value` pairs of the query.
  package let query: Parts
  /// Pairs in all `Cookie` fields.
  package let cookies: Parts
  /// Parts of a multipart body; `nil` where the body is none.
  package let multipart: Parts?

  package init(headers: Parts, query: Parts, cookies: Parts, multipart: Parts? = nil) {
    self.headers = headers
    self.query = query
    self.cookies = cookies
    self.multipart = multipart
  }
}
