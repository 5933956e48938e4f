// Owns: the forms of single axes that are no plain word, number or flag.

import AcceptanceModel
import StrictJSON

extension Form where Value == ServerSpec.KeyPlace {
  static var keyPlace: Form {
    let place = Form.object { reader in
      let header = reader.optional(
        "header", Form<String>.name(.keyHeader), "a header, compared without case")
      let field = reader.optional(
        "field", Form<String>.name(.fieldName),
        "a top-level field of a JSON body or of a batch's objects, or a field of a form")
      guard reader.exactlyOne(of: ["header", "field"]) else { return nil }
      return header.map { .header($0) } ?? field.map { .field($0) }
    }
    return .either(Form<String>.word(["none"], noun: "place of a key").map { _ in .none }, place)
  }
}

extension Form where Value == ServerSpec.FirstAnswer {
  static var firstAnswer: Form {
    let lost = Form.object { reader in
      reader.required(
        "lost", .integer(400...599), "recorded, and answered with this status all the same"
      ).map { .lost(status: $0) }
    }
    return .either(Form<String>.word(["success"], noun: "first answer").map { _ in .success }, lost)
  }
}

extension Form where Value == ServerSpec.InProgress {
  static var inProgress: Form {
    let words: [String: ServerSpec.InProgress] = ["process": .process, "hold": .hold]
    let word = Form<String>.word(["process", "hold"], noun: "way with a second send")
    let refusal = Form.object { reader in
      reader.required("refuse", .integer(400...599), "the status of the second send")
        .map { .refuse(status: $0) }
    }
    return .either(word.map { words[$0] ?? .process }, refusal)
  }
}

extension Form where Value == Duration? {
  /// Ten years count as forever.
  static var retention: Form {
    .either(
      Form<String>.word(["forever"], noun: "retention").map { _ in nil },
      Form<Int>.integer(1...315_360_000).map { .seconds($0) })
  }
}

extension Form where Value == Int? {
  static var replayStatus: Form {
    .either(
      Form<String>.word(["same"], noun: "status").map { _ in nil },
      Form<Int>.integer(200...299).map { $0 })
  }
}

extension Form where Value == String {
  static var storePath: Form { .argument(1...1024) }
}

extension Form where Value == [String: String] {
  /// Headers to add to an answer: nothing that could end one early, and none of the server's.
  static var answerHeaders: Form {
    Form<[(name: String, value: String)]>
      .map(from: .answerHeader, to: .line(0...8192), count: 0...50, of: "headers")
      .map { entries in
        Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      }
  }
}

/// An answer's look, as far as the file says.
struct AnswerLook: Sendable {
  var body: String?
  var mediaType: String?
  var headers: [String: String]?
}

extension Form where Value == AnswerLook {
  static var successAnswer: Form {
    .object { reader in
      var look = AnswerLook()
      look.body = reader.optional(
        "body", .text(0...65_536),
        "{id}, {attempts}, {record_count} and {key} are filled in as they stand")
      look.mediaType = reader.optional("mediaType", .line(1...200), "the Content-Type")
      look.headers = reader.optional(
        "headers", .answerHeaders, "headers to add, e.g. Location; filled in as the body is")
      return look
    }
  }

  static var errorAnswer: Form {
    .object { reader in
      var look = AnswerLook()
      look.body = reader.optional(
        "body", .text(0...65_536),
        "{status} and {reason} are filled in, and {id} where a replay is refused")
      look.mediaType = reader.optional("mediaType", .line(1...200), "the Content-Type")
      return look
    }
  }
}

extension Form where Value == AuxiliaryRoute {
  static var route: Form {
    .object("a route") { reader in
      let method = reader.required(
        "method",
        Form<String>.word(
          ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"], noun: "method"),
        "its method")
      let path = reader.required(
        "path", Form<String>.name(.path), "its path; a segment in braces stands for any")
      let status = reader.optional(
        "status", .integer(200...599), "the status of its answer; 200 if left out")
      let body = reader.optional(
        "body", .text(0...65_536), "the body of its answer; {} if left out")
      let mediaType = reader.optional(
        "mediaType", .line(1...200), "the Content-Type; application/json if left out")
      guard let method, let path else { return nil }
      var route = AuxiliaryRoute(method: method, path: path)
      route.status = status ?? route.status
      route.body = body ?? route.body
      route.mediaType = mediaType ?? route.mediaType
      return route
    }
  }
}
