// Owns: objects of several shapes that one key distinguishes, as `do` does for steps.

import StrictJSON

package struct Variant<Value: Sendable>: Sendable {
  package let name: String
  package let summary: String
  package let decode: @Sendable (inout ObjectReader) -> Value?

  package init(
    _ name: String, _ summary: String,
    _ decode: @escaping @Sendable (inout ObjectReader) -> Value?
  ) {
    self.name = name
    self.summary = summary
    self.decode = decode
  }
}

extension Form {
  /// - Parameters:
  ///   - tag: The key whose word chooses.
  ///   - noun: What one of them is called: `unknown <noun> "…"`, `the <noun> "…"`.
  package static func variants(tag: String, noun: String, _ variants: [Variant<Value>]) -> Form {
    let word = Form<String>.word(variants.map(\.name), noun: noun)
    let forms = variants.map { variant in
      Form.object("the \(noun) \"\(variant.name)\"") { reader in
        _ = reader.required(tag, .constant(variant.name), variant.summary)
        return variant.decode(&reader)
      }
    }
    let wanted = "an object with \"\(tag)\""
    return Form(
      [.object], wanted: wanted, schema: .combining("oneOf", forms.map { $0.schema() })
    ) { node, subject, problems in
      guard case .object(let members) = node.content else {
        problems.add(
          node.position, "\(subject) must be \(wanted); found \(Found.name(of: node))")
        return nil
      }
      guard let member = members.first(where: { $0.name == tag }) else {
        problems.add(node.position, "\(subject) needs \"\(tag)\": \(word.wanted)")
        return nil
      }
      guard let name = word.read(member.node, "\"\(tag)\"", &problems),
        let index = variants.firstIndex(where: { $0.name == name })
      else { return nil }
      return forms[index].read(node, subject, &problems)
    }
  }
}

extension Form where Value == String {
  /// The one word that chose this shape.
  fileprivate static func constant(_ word: String) -> Form {
    Form(.string, wanted: "\"\(word)\"", schema: Schema(["const": .string(word)])) { node in
      node.value.stringValue == word ? word : nil
    }
  }
}
