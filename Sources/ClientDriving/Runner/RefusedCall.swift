/// A system call that the kernel or a sandbox refuses, and what a run does instead.
package struct RefusedCall: Sendable, Hashable {
  package let name: String
  /// What the system says of it.
  package let reason: String
  package let consequence: String
}
