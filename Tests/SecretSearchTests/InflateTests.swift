import Encodings
import Testing

@Suite struct InflateTests {
  /// Python: `zlib.compress(b"the same words " * 40, 9)`, with other window bits for the other two.
  private static let text = [UInt8](String(repeating: "the same words ", count: 40).utf8)
  private static let raw: [UInt8] = [
    0x2B, 0xC9, 0x48, 0x55, 0x28, 0x4E, 0xCC, 0x4D, 0x55, 0x28, 0xCF, 0x2F, 0x4A, 0x29, 0x56, 0x28,
    0x19, 0xE5, 0x8E, 0x72, 0xA9, 0xC1, 0x05, 0x00,
  ]
  private static let zlib: [UInt8] = [
    0x78, 0xDA, 0x2B, 0xC9, 0x48, 0x55, 0x28, 0x4E, 0xCC, 0x4D, 0x55, 0x28, 0xCF, 0x2F, 0x4A, 0x29,
    0x56, 0x28, 0x19, 0xE5, 0x8E, 0x72, 0xA9, 0xC1, 0x05, 0x00, 0x9F, 0xF0, 0xDA, 0x71,
  ]
  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC9, 0x48, 0x55, 0x28, 0x4E,
    0xCC, 0x4D, 0x55, 0x28, 0xCF, 0x2F, 0x4A, 0x29, 0x56, 0x28, 0x19, 0xE5, 0x8E, 0x72, 0xA9, 0xC1,
    0x05, 0x00, 0x66, 0xD7, 0xB6, 0xD8, 0x58, 0x02, 0x00, 0x00,
  ]

  @Test("the three formats are unpacked, also from the middle of other bytes")
  func formats() throws {
    #expect(Inflate.raw(Self.raw[...], limit: 1000).bytes == Self.text)
    for (name, unpacked) in [
      ("zlib", Inflate.zlib(([1, 2] + Self.zlib + [3])[2...], limit: 1000)),
      ("gzip", Inflate.gzip(([1, 2] + Self.gzip + [3])[2...], limit: 1000)),
    ] {
      #expect(unpacked?.bytes == Self.text, "\(name)")
      #expect(unpacked?.isComplete == true, "\(name)")
    }
  }

  @Test("bytes that begin otherwise are in none of the formats")
  func foreign() {
    #expect(Inflate.gzip(Self.zlib[...], limit: 1000) == nil)
    #expect(Inflate.zlib(Self.gzip[...], limit: 1000) == nil)
    #expect(Inflate.zlib([], limit: 1000) == nil)
  }

  @Test("of a packed text that is cut or damaged, what came before is kept, and it is not complete")
  func cut() throws {
    let cut = try #require(Inflate.zlib(Self.zlib.dropLast(8), limit: 1000))
    #expect(!cut.isComplete)
    #expect(cut.bytes.starts(with: [UInt8]("the same words".utf8)))
    var damaged = Self.gzip
    damaged[damaged.count - 8] ^= 1
    let sum = try #require(Inflate.gzip(damaged[...], limit: 1000))
    #expect(!sum.isComplete)
    #expect(sum.bytes == Self.text)
  }

  @Test(
    "a text becomes no longer than the limit", arguments: [(599, false), (600, true), (1, false)])
  func limit(_ limit: Int, isComplete: Bool) throws {
    let unpacked = try #require(Inflate.zlib(Self.zlib[...], limit: limit))
    #expect(unpacked.bytes == Array(Self.text.prefix(limit)))
    #expect(unpacked.isComplete == isComplete)
  }
}
