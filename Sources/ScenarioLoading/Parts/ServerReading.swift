// Owns: the `server` of a table and of a scenario, and how the one lies on top of the other.
// Does not own: the profiles (ServerProfile).

import AcceptanceModel
import StrictJSON

/// The axes that one `server` object names. What it leaves out, the layer below says: a scenario
/// lies on its table, the table on the profile that either of them names (the scenario first).
struct ServerLayer: Sendable {
  var profile: ServerProfile?
  private var changes: [@Sendable (inout ServerSpec) -> Void] = []

  mutating func set<Value: Sendable>(
    _ axis: WritableKeyPath<ServerSpec, Value> & Sendable, _ value: Value?
  ) {
    guard let value else { return }
    changes.append { $0[keyPath: axis] = value }
  }

  static func spec(_ layers: [ServerLayer]) -> ServerSpec {
    var spec = (layers.last { $0.profile != nil }?.profile ?? .standard).spec
    for layer in layers {
      for change in layer.changes { change(&spec) }
    }
    return spec
  }
}

extension Form where Value == ServerLayer {
  static var server: Form {
    Form.object { reader in
      var layer = ServerLayer()
      layer.profile = reader.optional(
        "profile", .profile, "the preset that fills in what is not said; standard if left out")
      layer.set(
        \.method,
        reader.optional(
          "method", .word(["POST", "PUT", "PATCH", "DELETE"], noun: "method"),
          "the method of a send"))
      layer.set(\.path, reader.optional("path", .name(.path), "the path of a send"))
      layer.set(\.key, reader.optional("key", .keyPlace, "where a send carries its key"))
      layer.set(\.body, reader.optional("body", .word(noun: "kind of body"), "what a send carries"))
      layer.set(
        \.firstAnswer,
        reader.optional(
          "firstAnswer", .firstAnswer, "what the first send of a key is answered, once recorded"))
      layer.set(
        \.replay,
        reader.optional(
          "replay", .word(noun: "kind of replay"),
          "what a recorded key is answered: made anew, or as stored"))
      layer.set(
        \.successStatus,
        reader.optional("successStatus", .integer(200...299), "the status of a first success"))
      layer.set(
        \.conflictStatus,
        reader.optional(
          "conflictStatus", .integer(400...599), "the status where a key has another body"))
      layer.set(
        \.missingKeyStatus,
        reader.optional("missingKeyStatus", .integer(400...599), "the status without a key"))
      layer.set(
        \.otherMethodStatus,
        reader.optional(
          "otherMethodStatus", .integer(400...599), "the status of another method on the path"))
      layer.set(
        \.answersCarryKey,
        reader.optional("answersCarryKey", .flag, "whether success answers carry the key"))
      layer.set(
        \.keepAlive,
        reader.optional("keepAlive", .flag, "whether a connection stays open after an answer"))
      return layer
    }.defined(as: "server")
  }
}

extension Form where Value == ServerProfile {
  fileprivate static var profile: Form {
    let words = Form<String>.word(ServerProfile.all.map(\.name), noun: "profile")
    return Form(words.kinds, wanted: words.wanted, schema: words.schema()) {
      node, subject, problems in
      words.read(node, subject, &problems).flatMap(ServerProfile.named)
    }
  }
}

extension Form where Value == ServerSpec.KeyPlace {
  fileprivate static var keyPlace: Form {
    let place = Form.object { reader in
      let header = reader.optional(
        "header", Form<String>.name(.headerName), "a header, compared without case")
      let field = reader.optional(
        "field", Form<String>.name(.fieldName), "a top-level field of a JSON body")
      guard reader.exactlyOne(of: ["header", "field"]) else { return nil }
      return header.map { .header($0) } ?? field.map { .field($0) }
    }
    return .either(Form<String>.word(["none"], noun: "place of a key").map { _ in .none }, place)
  }
}

extension Form where Value == ServerSpec.FirstAnswer {
  fileprivate static var firstAnswer: Form {
    let lost = Form.object { reader in
      reader.required(
        "lost", .integer(400...599), "recorded, and answered with this status all the same"
      ).map { .lost(status: $0) }
    }
    return .either(Form<String>.word(["success"], noun: "first answer").map { _ in .success }, lost)
  }
}
