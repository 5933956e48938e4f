import AcceptanceModel
import Evidence
import Reporting
import Testing

@Suite("The auditor's table")
struct EvidenceTableTests {
  private func table(_ id: String, _ form: EvidenceTable.Form) throws -> String {
    EvidenceTable.render(try Sample.redacted([Sample.report(id, .passed)]), as: form)
  }

  @Test(
    "a cell that a spreadsheet would take for a formula is text, and RFC 4180 quotes what it must",
    arguments: [
      ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1", "'+1"), ("-1", "'-1"),
      ("@SUM(A1)", "'@SUM(A1)"),
      ("＝1", "'＝1"), ("a,b", "\"a,b\""), ("say \"so\"", "\"say \"\"so\"\"\""),
      ("=1,\"x\"", "\"'=1,\"\"x\"\"\""), ("plain-1", "plain-1"),
    ])
  func csv(id: String, cell: String) throws {
    let text = try table(id, .csv)
    #expect(
      text.hasPrefix("scenario,operation,task,key,clear key,sends,answers,records,verdict\r\n"))
    #expect(text.hasSuffix("\r\n\(cell),,,,,0,,0,passed\r\n"), "\(text)")
  }

  @Test("the text form is as wide as it may be, whatever ids and titles are", arguments: [40, 80])
  func width(_ width: Int) throws {
    let ids = [
      "short", String(repeating: "long-", count: 40), "記録" + String(repeating: "長", count: 90),
    ]
    let report = try Sample.redacted(ids.map { Sample.report($0, .passed) })
    let lines = EvidenceTable.render(report, as: .text, width: width).split(separator: "\n")
    #expect(lines.count == ids.count + 1)
    for line in lines {
      let columns = line.reduce(0) { $0 + (String($1).utf8.count > 2 && $1 != "…" ? 2 : 1) }
      #expect(columns <= width, "\(line)")
      #expect(line.hasSuffix(line == lines[0] ? "verdict" : "passed"), "\(line)")
    }
  }

  @Test(
    "a cell of Markdown stays in its cell and is shown as it is",
    arguments: [
      ("a|b", #"a\|b"#), ("*a* `b` <i>", #"\*a\* \`b\` \<i\>"#), ("--- |", #"--- \|"#),
      ("&lt;", #"\&lt;"#), ("[x](y)", #"\[x\](y)"#),
    ])
  func markdown(id: String, cell: String) throws {
    let rows = try table(id, .markdown).split(separator: "\n")
    #expect(rows.count == 3)
    #expect(rows[2] == "| \(cell) |  |  |  |  | 0 |  | 0 | passed |")
  }
}
