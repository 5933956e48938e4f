// Owns: what is wrong with the lines of one evidence file, by the file alone.

import AcceptanceModel
import StrictJSON

/// The first thing that is wrong with evidence, and where.
package enum EvidenceFlaw: Sendable, Hashable {
  /// The file ends early: its lines follow from each other, but the last one is not there.
  case tornTail(file: String, lineCount: Int)
  /// The run ended before all scenarios had; what it wrote is whole.
  case unfinished(ended: Int, selected: Int)
  /// A line does not follow from the one before it: one was taken out, put in or moved.
  case brokenChain(file: String, line: Int)
  case missingFile(String)
  /// The line does not have the digest that the next one names.
  case changedLine(file: String, line: Int)
  /// The file does not have the digest that the sums or the manifest name.
  case changedFile(String)
  /// A link, a folder, a pipe.
  case notAFile(String)
  /// A file that the sums do not name.
  case unknownFile(String)
  /// The digest of all files is not the one that was expected.
  case otherHead(expected: String)
  case unreadable(file: String, line: Int, reason: String)

  /// What `acceptance verify` exits with. Complete evidence gives 0.
  package var exitStatus: Int32 {
    switch self {
    case .tornTail, .unfinished: 10
    case .brokenChain: 11
    case .missingFile: 12
    case .changedLine, .changedFile, .notAFile, .unknownFile, .otherHead: 13
    case .unreadable: 14
    }
  }
}

extension EvidenceFlaw: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tornTail(let file, let count):
      "\(file): torn tail: its \(count) whole lines follow from each other, but the last line of a "
        + "finished scenario is missing, as after a kill or a full disk."
    case .unfinished(let ended, let selected):
      "torn tail: the run ended early; \(ended) of \(selected) scenarios left evidence, and that is "
        + "whole."
    case .brokenChain(let file, let line):
      "\(file), line \(line): broken chain: this line does not follow the one before it, so a line "
        + "was taken out, put in or moved."
    case .missingFile(let file):
      "\(file): missing file: it was written down or belongs to every run, and it is not there."
    case .changedLine(let file, let line):
      "\(file), line \(line): changed byte: this line is not the one that was written."
    case .changedFile(let file):
      "\(file): changed byte: the file does not have the digest that was written down for it."
    case .notAFile(let file):
      "\(file): changed: it is a link, a folder or a pipe, and a run writes files only."
    case .unknownFile(let file):
      "\(file): changed: no sum is written down for this file, so it was put in later."
    case .otherHead(let expected):
      "changed: these files do not have the head \(expected.prefix(64)); they are whole, but not the "
        + "ones that the head was taken of."
    case .unreadable(let file, let line, let reason):
      "\(file), line \(line): unreadable: \(reason)."
    }
  }
}

/// One evidence file, split and held against itself.
struct EvidenceFileCheck {
  /// The whole lines, parsed.
  private(set) var lines: [JSONValue] = []
  private(set) var flaw: EvidenceFlaw?
  let digest: String
  private(set) var head = EvidenceChain.origin

  /// Far above any that is written: a list of a thousand tasks takes 200 KiB.
  private static let longestLine = 16 << 20

  init(name: String, bytes: [UInt8]) {
    digest = EvidenceChain.digest(of: bytes)
    var previous = EvidenceChain.origin
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = Array(rest[...end])
      rest = rest[rest.index(after: end)...]
      let number = lines.count + 1
      guard line.count <= Self.longestLine else {
        flaw = .unreadable(
          file: name, line: number,
          reason: "it has \(line.count) bytes, and no line has more than \(Self.longestLine)")
        return
      }
      guard let value = parsed(line, name, number) else { return }
      if let flaw = flaw(of: value, number, previous, name) {
        self.flaw = flaw
        return
      }
      previous = EvidenceChain.digest(of: line)
      lines.append(value)
    }
    head = previous
    let last = lines.last
    let isEnd = last?[FieldName.kind.text]?.stringValue == FrameKind.end.rawValue
    if !rest.isEmpty || !isEnd {
      flaw = .tornTail(file: name, lineCount: lines.count)
    } else if last?[FieldName.lines.text]?.intValue != lines.count {
      // Everything follows, so nothing was taken out: the count itself was changed.
      flaw = .changedFile(name)
    }
  }

  private mutating func parsed(_ line: [UInt8], _ name: String, _ number: Int) -> JSONValue? {
    do {
      return try JSONParser.parse(line).value
    } catch {
      // The parser's reason quotes at most one character.
      flaw = .unreadable(file: name, line: number, reason: error.reason)
      return nil
    }
  }

  private func flaw(
    of line: JSONValue, _ number: Int, _ previous: String, _ name: String
  ) -> EvidenceFlaw? {
    if let reason = EvidenceChain.whyUnreadable(line[FieldName.version.text]?.intValue) {
      return .unreadable(file: name, line: number, reason: reason)
    }
    if let first = lines.first, first[FieldName.version.text] != line[FieldName.version.text] {
      return .changedLine(file: name, line: number)
    }
    let isNext = line[FieldName.sequence.text]?.intValue == number
    let follows = line[FieldName.previous.text]?.stringValue == previous
    switch (isNext, follows) {
    case (true, true): return nil
    // Counted on, but the digest differs: the line before is another than was written.
    case (true, false): return .changedLine(file: name, line: max(1, number - 1))
    case (false, true): return .changedLine(file: name, line: number)
    case (false, false): return .brokenChain(file: name, line: number)
    }
  }
}
