// Owns: when a 2xx proves that the server has this very write.

import StrictJSON

public enum SuccessCheck {
  public enum Finding: Sendable, Hashable {
    case success
    /// It may be one, but not for certain; `remark` says what is missing, without quoting.
    case doubt(remark: String)
  }

  /// The contract's unambiguous success: a whole JSON object with an `id` and without `error`;
  /// a `key` in it must be this task's, a `marker` must be found in this task's body.
  ///
  /// Cut answers fail here: no part of a JSON object is one.
  @Sendable public static func find(in answer: Answer, for task: WriteTask) -> Finding {
    guard answer.bodyIsWhole else { return .doubt(remark: "an answer too long to be read") }
    let object: JSONValue
    do {
      object = try JSONParser.parse(answer.body).value
    } catch {
      return .doubt(remark: "an answer that is no JSON or was cut")
    }
    guard object.objectValue != nil else { return .doubt(remark: "an answer that is no object") }
    guard object["error"] == nil else { return .doubt(remark: "an answer with an error in it") }
    guard let id = object["id"], id != .null else { return .doubt(remark: "an answer without id") }
    if let key = object["key"], key.stringValue != task.key.text {
      return .doubt(remark: "the answer to another write")
    }
    if let marker = object["marker"], !isFound(marker, in: task.body) {
      return .doubt(remark: "the answer to another write")
    }
    return .success
  }

  private static func isFound(_ marker: JSONValue, in body: [UInt8]) -> Bool {
    guard case .string(let text) = marker, !text.isEmpty else { return false }
    // The body may be JSON, where some characters of the marker are escaped.
    let escaped = JSONWriter.bytes(of: marker).dropFirst().dropLast()
    return body.contains(Array(text.utf8)) || body.contains(Array(escaped))
  }
}
