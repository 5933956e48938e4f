// Owns: what a dump of bytes shows besides its offsets: its columns, each joined over the lines.

enum DumpText {
  /// In bytes. Dumps have at most 32 bytes a line, of up to five characters each, and a prefix.
  private static let longestLine = 400

  /// The numbers as they are, the numbers with their bytes turned around, and the text beside
  /// them; the numbers also without each line's first, where that may be its offset.
  static func columns(in bytes: [UInt8]) -> [[UInt8]] {
    var columns = [[UInt8]](repeating: [], count: 5)
    var isOpen = false
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let row = line.count <= longestLine ? DumpRow(line) : nil
      guard let row else {
        if isOpen { for index in columns.indices { columns[index].append(ByteClass.separator) } }
        isOpen = false
        continue
      }
      isOpen = true
      for skipped in 0...1 {
        let numbers = row.numbers.dropFirst(row.mayBeginWithOffset ? skipped : 0)
        for number in numbers {
          columns[2 * skipped] += number
          columns[2 * skipped + 1] += DumpRow.turned(number)
        }
      }
      columns[4] += row.text
    }
    return columns.filter { !$0.isEmpty }
  }
}

/// One line of a dump.
struct DumpRow {
  /// Digits, all of one width but for the last.
  private(set) var numbers: [ArraySlice<UInt8>] = []
  private(set) var text: ArraySlice<UInt8> = []
  private(set) var mayBeginWithOffset = false

  /// `nil` where the line is none.
  init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
    guard let first = words.first else { return nil }
    let digits = words.map(Self.digits)
    let hasOffset = Self.isOffset(first)
    if hasOffset, words.count > 1, words[1].count == 1 {
      // od -c: each character is a word of its own.
      text = line[words[1].startIndex...]
      return
    }
    guard let run = Self.longestRun(digits), run.count > 1 || hasOffset || run.lowerBound > 0 else {
      guard hasOffset else { return nil }
      text = line[first.endIndex...]
      return
    }
    var end = run.upperBound
    // An odd byte at the end.
    if end < digits.count, let last = digits[end], last.count < digits[run.lowerBound]?.count ?? 0 {
      end += 1
    }
    numbers = digits[run.lowerBound..<end].compactMap { $0 }
    mayBeginWithOffset = run.lowerBound == 0 && numbers.first.map { $0.count >= 4 } ?? false
    text = line[words[end - 1].endIndex...]
  }

  /// Without `0x`; `nil` where the word is no number or has a width that no dump has.
  private static func digits(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isPrefixed = word.count > 2 && word.first == 0x30 && word.dropFirst().first == 0x78
    let digits = isPrefixed ? word.dropFirst(2) : word
    switch digits.count {
    case 2, 3, 4, 6, 8, 16: break
    default: return nil
    }
    return digits.allSatisfy { ByteClass.hexDigit($0) != nil } ? digits : nil
  }

  private static func isOffset(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.last == 0x3A ? word.dropLast() : word
    let bare = digits.starts(with: [0x30, 0x78]) ? digits.dropFirst(2) : digits
    return bare.count >= 4 && bare.count <= 16
      && bare.allSatisfy { ByteClass.hexDigit($0) != nil }
  }

  /// The longest run of numbers of one width; of equally long ones the last.
  private static func longestRun(_ words: [ArraySlice<UInt8>?]) -> Range<Int>? {
    var best: Range<Int>?
    var start = 0
    for index in words.indices {
      guard let word = words[index] else {
        start = index + 1
        continue
      }
      if index > start, words[index - 1]?.count != word.count { start = index }
      if index + 1 - start >= best?.count ?? 0 { best = start..<(index + 1) }
    }
    return best
  }

  /// With the bytes in reversed order. Six octal digits are the sixteen bits of od.
  static func turned(_ number: ArraySlice<UInt8>) -> [UInt8] {
    if number.count == 6, let value = Int(String(decoding: number, as: UTF8.self), radix: 8),
      value <= 0xFFFF
    {
      let digits = Array(String(value + 0x10000, radix: 16).utf8.dropFirst())
      return Array(digits[2...] + digits[..<2])
    }
    guard number.count.isMultiple(of: 2) else { return Array(number) }
    let bytes = stride(from: number.startIndex, to: number.endIndex, by: 2)
    return bytes.reversed().flatMap { number[$0...($0 + 1)] }
  }
}
