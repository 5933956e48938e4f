import Foundation
import Testing

@testable import Reporting

@Suite("The colours of diagrams")
struct DiagramTintTests {
  /// WCAG 2.2's relative luminance.
  private func luminance(_ color: [Double]) -> Double {
    let linear = color.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func components(_ hex: String) throws -> [Double] {
    let number = try #require(Int(hex.dropFirst(), radix: 16))
    return [number >> 16, number >> 8, number].map { Double($0 & 0xFF) / 255 }
  }

  private func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  /// What a marked row is drawn with, over the card.
  private func marked(_ color: [Double], on card: [Double]) -> [Double] {
    zip(color, card).map { $0 * 0.12 + $1 * 0.88 }
  }

  @Test("can be read on the card and on a marked row, light and dark")
  func contrast() throws {
    let pages: [(card: String, tint: KeyPath<DiagramTint, String>)] = [
      ("#ffffff", \.light), ("#1a1f25", \.dark),
    ]
    for (card, tint) in pages {
      let card = try components(card)
      let row = marked(try components(DiagramTints.red[keyPath: tint]), on: card)
      for each in DiagramTints.keys + [DiagramTints.red, DiagramTints.green, DiagramTints.amber] {
        let color = try components(each[keyPath: tint])
        #expect(contrast(color, card) >= 4.5 && contrast(color, row) >= 4.5, "\(each)")
      }
    }
  }

  @Test("are all replaced on a dark page, as fills and as strokes")
  func dark() {
    for each in DiagramTints.keys {
      #expect(ReportStyle.text.contains(#".sequence [fill="\#(each.light)"]{fill:\#(each.dark)}"#))
      #expect(
        ReportStyle.text.contains(#".sequence [stroke="\#(each.light)"]{stroke:\#(each.dark)}"#))
    }
  }
}
