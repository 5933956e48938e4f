// Owns: distinguishing a mailbox's answer to one command from what an earlier launch or command
// left.

import StrictJSON

struct MailboxAnswer: Equatable {
  /// The contract's answer on one line, whatever the app's own line breaks.
  let line: [UInt8]

  /// `nil` where `out.json` is no answer to this command by this process: not yet written, or old.
  init?(_ bytes: [UInt8], from process: Int32, to id: Int) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes).value
    } catch {
      return nil
    }
    guard value["id"]?.intValue == id, value["pid"]?.intValue == Int(process) else { return nil }
    line = JSONWriter.bytes(of: value)
  }
}
