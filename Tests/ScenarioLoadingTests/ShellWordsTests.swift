// Owns: splitting a command line as a POSIX shell would.

import ScenarioLoading
import Testing

@Suite struct ShellWordsTests {
  @Test(
    "words are split and unquoted as a POSIX shell does, and nothing is expanded",
    arguments: [
      ("", []),
      ("  \t\n ", []),
      ("queue-client --store x", ["queue-client", "--store", "x"]),
      ("  a   b  ", ["a", "b"]),
      ("a 'b c' d", ["a", "b c", "d"]),
      (#"a "b c" d"#, ["a", "b c", "d"]),
      (#"a b\ c"#, ["a", "b c"]),
      (#"pre'mid dle'"post"x"#, ["premid dlepostx"]),
      ("''", [""]),
      (#"a "" b"#, ["a", "", "b"]),
      (#"'a\b'"#, [#"a\b"#]),
      (#""a\b""#, [#"a\b"#]),
      (#""a\"b\\c\$d\`e""#, [#"a"b\c$d`e"#]),
      ("\"a\\\nb\"", ["ab"]),
      ("a\\\nb", ["ab"]),
      ("'a\nb'", ["a\nb"]),
      ("$HOME ~ *.txt ; | & > x # y", ["$HOME", "~", "*.txt", ";", "|", "&", ">", "x", "#", "y"]),
      (#"'it'\''s'"#, ["it's"]),
      ("{bin}/queue-client é", ["{bin}/queue-client", "é"]),
    ] as [(String, [String])])
  func splits(_ text: String, _ words: [String]) throws {
    #expect(try ShellWords.split(text) == words)
  }

  @Test(
    "an open quote or a last backslash is an error that says where",
    arguments: [
      ("a 'b", "the quote ' at character 3 is never closed; close it, or put \\ before it"),
      (#"a "b\""#, "the quote \" at character 3 is never closed; close it, or put \\ before it"),
      (#"a "b\"#, "the quote \" at character 3 is never closed; close it, or put \\ before it"),
      (#"it's"#, "the quote ' at character 3 is never closed; close it, or put \\ before it"),
      (
        #"a \"#, "the text ends with a backslash that quotes nothing; drop it, or double it"
      ),
    ] as [(String, String)])
  func refuses(_ text: String, _ sentence: String) {
    let error = #expect(throws: ShellWordsError.self) { try ShellWords.split(text) }
    #expect(error?.description == sentence)
  }
}
