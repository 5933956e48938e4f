// Owns: what a string literal is in this module.

import AcceptanceModel

/// A literal without another type is a message: whatever a rule writes is built of typed parts, and a
/// plain `String`, which may be a client's, does not get into it.
typealias StringLiteralType = Message
