/// One thing that the product expects of the system, and a way to see what the system does.
///
/// `acceptance doctor --self-test` runs all: on a system that we do not have, its table shows what
/// differs.
package struct PlatformProbe: Sendable {
  package struct Outcome: Sendable {
    package let seen: String
    package let isExpected: Bool

    package init(_ seen: String, isExpected: Bool) {
      self.seen = seen
      self.isExpected = isExpected
    }
  }

  /// What it is about, e.g. `port refused while closed`. Those that begin with `kernel:` show what the
  /// platform's own way of doing things rests on.
  package let name: String
  package let expected: String
  package let run: @Sendable () -> Outcome

  package init(
    _ name: String, expected: String, outcome: @escaping @Sendable () -> Outcome
  ) {
    self.name = name
    self.expected = expected
    run = outcome
  }

  /// Expected is exactly that text; what is thrown is seen too.
  package init(
    _ name: String, expected: String, seen: @escaping @Sendable () throws -> String
  ) {
    self.init(name, expected: expected) {
      do {
        let text = try seen()
        return Outcome(text, isExpected: text == expected)
      } catch {
        return Outcome("error: \(error)", isExpected: false)
      }
    }
  }

  /// Nothing in particular is expected: a value to know.
  package init(_ name: String, value: @escaping @Sendable () -> String) {
    self.init(name, expected: "any") { Outcome(value(), isExpected: true) }
  }
}

/// The name of an error number where it has one that this product meets; else the number.
package func errorName(_ code: Int32) -> String {
  let names: [(Int32, String)] = [
    (EADDRINUSE, "EADDRINUSE"), (EAGAIN, "EAGAIN"), (ECONNREFUSED, "ECONNREFUSED"),
    (ECONNRESET, "ECONNRESET"), (EFBIG, "EFBIG"), (EINVAL, "EINVAL"), (ENOTCONN, "ENOTCONN"),
    (EPIPE, "EPIPE"), (ETIMEDOUT, "ETIMEDOUT"), (EMFILE, "EMFILE"), (EACCES, "EACCES"),
    (EPERM, "EPERM"), (ENOENT, "ENOENT"), (ENOTSUP, "ENOTSUP"), (ENOSYS, "ENOSYS"),
  ]
  return names.first { $0.0 == code }?.1 ?? "error \(code)"
}
