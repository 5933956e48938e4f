// Owns: a request to try, as a shell takes it, that fits the server's contract.

import AcceptanceModel

package enum CurlLine {
  package static func text(_ spec: ServerSpec, endpoint: String) -> String {
    var words = ["curl", "-i"]
    if spec.method != "POST" { words += ["-X", spec.method] }
    var fields = [("title", "Lift is stuck")]
    switch spec.key {
    case .header(let name):
      let key = spec.keySpelling == .quoted ? "\"first-try\"" : "first-try"
      words += ["-H", "'\(name): \(key)'"]
    case .field(let name): fields.append((name, "first-try"))
    case .none: break
    }
    switch spec.body {
    case .json, .batch:
      let members = fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
      let body = spec.body == .batch ? "[{\(members)}]" : "{\(members)}"
      words += ["-H", "'Content-Type: application/json'", "-d", "'\(body)'"]
    case .form: for (name, value) in fields { words += ["-d", "'\(name)=\(value)'"] }
    case .multipart: for (name, value) in fields { words += ["-F", "'\(name)=\(value)'"] }
    case .bytes:
      words += ["-H", "'Content-Type: application/octet-stream'", "-d", "'Lift is stuck'"]
    }
    return (words + ["'\(endpoint)'"]).joined(separator: " ")
  }
}
