// Owns: "did you mean", by edit distance, for everything that takes a word from a list.

package enum Suggestion {
  /// Up to so many words are all named where one is missing.
  package static let listed = 20
  /// At most this many are named where none is similar.
  private static let compared = 12

  /// The end of a sentence about a word that is not among `known`: the nearest one, or all.
  package static func instead(of word: String, among known: [String]) -> String {
    guard !known.isEmpty else { return "none is accepted here" }
    if let near = nearWord(to: word, among: known) { return "did you mean \"\(near)\"?" }
    if known.count == 1 { return "only \"\(known[0])\" is accepted" }
    guard known.count > compared else { return "accepted are \(Found.list(known))" }
    return "accepted are " + known.prefix(compared).map { "\"\($0)\"" }.joined(separator: ", ")
      + " and \(known.count - compared) more"
  }

  /// The nearest word; `nil` where more than a third of its characters would have to change: for
  /// short words every other short word is near.
  package static func nearWord(to word: String, among known: [String]) -> String? {
    guard let nearest = nearest(to: word, among: known),
      nearest.distance <= max(word.count, nearest.word.count) / 3
    else { return nil }
    return nearest.word
  }

  /// A word as a message may show it.
  package static func quoted(_ word: String) -> String { Found.quoted(word) }

  /// Of words that are equally far, the one with the longer common beginning, then the first.
  package static func nearest(
    to word: String, among known: [String]
  ) -> (word: String, distance: Int)? {
    known.map { candidate in
      (
        word: candidate, distance: distance(word.lowercased(), candidate.lowercased()),
        common: zip(word, candidate).prefix { $0 == $1 }.count
      )
    }
    .min { ($0.distance, -$0.common) < ($1.distance, -$1.common) }
    .map { ($0.word, $0.distance) }
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). Looks
  /// at 64 characters of each: no accepted word is longer, and the cost grows with the square.
  package static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a == right[j - 1], b == left[i - 1] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
