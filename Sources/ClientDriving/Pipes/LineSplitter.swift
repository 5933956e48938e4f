// Owns: bytes in pieces of any size → lines, with a bound on what is held.
// Does not own: what a line says (CommandLedger).

import ClientContract

struct LineSplitter {
  enum Piece: Equatable {
    /// Without its line feed.
    case line(Line)
    /// More than `ContractLine.byteLimit` bytes; reported once, as soon as that is certain.
    case overlong(number: Int)
  }

  struct Line: Equatable {
    /// Counted from 1, blank and overlong lines too.
    let number: Int
    let bytes: [UInt8]
  }

  private var number = 1
  private var partial: [UInt8] = []
  private var isSkipping = false

  /// What came after the last line feed.
  var fragment: Line { Line(number: number, bytes: partial) }

  mutating func feed(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var begin = 0
    while let feed = LibC.index(of: 0x0A, in: bytes, from: begin) {
      take(bytes[begin..<feed], &pieces)
      if isSkipping {
        isSkipping = false
      } else {
        pieces.append(.line(fragment))
        partial = []
      }
      number += 1
      begin = feed + 1
    }
    take(bytes[begin...], &pieces)
    return pieces
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, _ pieces: inout [Piece]) {
    guard !isSkipping else { return }
    guard partial.count + bytes.count <= ContractLine.byteLimit else {
      partial = []
      isSkipping = true
      pieces.append(.overlong(number: number))
      return
    }
    partial += bytes
  }
}
