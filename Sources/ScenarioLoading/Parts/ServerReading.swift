// Owns: the `server` of a table and of a scenario, and how the one lies on top of the other.
// Does not own: the profiles (ServerProfile), the axes themselves (ServerAxes).

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
        "profile", .profile,
        "the preset that fills in what is not said; standard if left out. "
          + ServerProfile.all.map { "\($0.name): \($0.summary)" }.joined(separator: ". "))
      layer.readSend(&reader)
      layer.readKey(&reader)
      layer.readReplays(&reader)
      layer.readAnswers(&reader)
      layer.readSurroundings(&reader)
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
