// Owns: searching one stream as it comes, in chunks of any length, with bounded memory.

/// Every byte is searched for the forms of the secrets at once. What has to be undone is undone for
/// whole blocks, and for the first `decodedLimit` bytes of the stream only: it takes ten times as
/// long, and a client that writes a hundred megabytes must not wait for its reader.
package struct SecretStream: Sendable {
  /// In bytes.
  package static let decodedLimit = 4 << 20

  private static let blockSize = 32 << 10
  /// Of a block, in bytes: searched again with the next one. A dump shows a secret of 64 letters
  /// within 400 bytes, escapes of escapes within 1,000.
  private static let overlap = 4 << 10

  /// The last letters that may be the begin of a form.
  private var text = BareText()
  /// Bytes that have not been undone, behind the overlap.
  private var block: [UInt8] = []
  private var newCount = 0
  private var decodedCount = 0

  package init() {}

  /// - Returns: Whether these bytes, with those before, show one of the secrets.
  package mutating func isLeak(_ bytes: [UInt8], of scanner: SecretScanner) -> Bool {
    guard scanner.isArmed else { return false }
    text.append(bytes)
    let isShown = scanner.isAnyForm(in: text.letters)
    text.keep(last: scanner.longestForm - 1)
    if isShown { return true }
    guard decodedCount < Self.decodedLimit else { return false }
    block += bytes
    newCount += bytes.count
    return newCount >= Self.blockSize && isLeakDecoded(scanner)
  }

  /// Whether what has come since the last block shows one of the secrets once it is undone. To be
  /// asked at the stream's end, and wherever an answer is wanted.
  package mutating func isLeakDecoded(_ scanner: SecretScanner) -> Bool {
    guard newCount > 0, scanner.isArmed else { return false }
    let isShown = scanner.isHitDecoded(block)
    decodedCount += newCount
    newCount = 0
    block =
      decodedCount < Self.decodedLimit
      ? Array(block[max(0, block.count - Self.overlap)...]) : []
    return isShown
  }
}
