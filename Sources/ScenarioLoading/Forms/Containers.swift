// Owns: lists, objects with free names, and places that hold one of several kinds of value.

import StrictJSON

extension Form {
  /// - Parameter element: What a message calls one of them: `element 2 of "command"` if left out.
  package static func list<Element>(
    of form: Form<Element>, count: ClosedRange<Int>, of noun: String,
    calling element: String? = nil
  ) -> Form where Value == [Element] {
    let wanted =
      count.lowerBound == 0
      ? "an array of at most \(count.upperBound) \(noun)"
      : "an array of \(count.lowerBound) to \(count.upperBound) \(noun)"
    return Form(
      [.array], wanted: wanted,
      schema: form.schema().wrapped { items in
        [
          JSONMember("type", .string("array")), JSONMember("items", items),
          JSONMember("minItems", .integer(count.lowerBound)),
          JSONMember("maxItems", .integer(count.upperBound)),
        ]
      }
    ) { node, subject, problems in
      guard case .array(let nodes) = node.content, count.contains(nodes.count) else {
        let found = node.value.arrayValue.map {
          $0.isEmpty ? "an empty one" : "\($0.count)"
        }
        problems.add(
          node.position, "\(subject) must be \(wanted); found \(found ?? Found.name(of: node))")
        return nil
      }
      // A wrong element is left out: the problem is noted, and the others can be checked.
      return nodes.enumerated().compactMap { index, node in
        form.read(node, element ?? "element \(index + 1) of \(subject)", &problems)
      }
    }
  }

  /// A list without duplicates.
  package static func set<Element: Hashable>(
    of form: Form<Element>, count: ClosedRange<Int>, of noun: String
  ) -> Form where Value == [Element] {
    let list = Form<[Placed<Element>]>.list(of: form.placed, count: count, of: noun)
    return Form(
      [.array], wanted: list.wanted,
      schema: list.schema().adding([JSONMember("uniqueItems", .bool(true))])
    ) { node, subject, problems in
      guard let elements = list.read(node, subject, &problems) else { return nil }
      var seen: Set<Element> = []
      for element in elements where !seen.insert(element.value).inserted {
        problems.add(element.position, "this element of \(subject) stands there already")
      }
      return elements.map(\.value)
    }
  }

  /// An object whose names are free within `names`; in the order of the file.
  package static func map<Element>(
    from names: Spelling, to form: Form<Element>, count: ClosedRange<Int>, of noun: String
  ) -> Form where Value == [(name: String, value: Element)] {
    let wanted = "an object of at most \(count.upperBound) \(noun)"
    return Form(
      [.object], wanted: wanted,
      schema: form.schema().wrapped { values in
        [
          JSONMember("type", .string("object")), JSONMember("propertyNames", names.schema.value),
          JSONMember("additionalProperties", values),
          JSONMember("maxProperties", .integer(count.upperBound)),
        ]
      }
    ) { node, subject, problems in
      guard case .object(let members) = node.content, count.contains(members.count) else {
        let found = node.value.objectValue.map { "\($0.count)" }
        problems.add(
          node.position, "\(subject) must be \(wanted); found \(found ?? Found.name(of: node))")
        return nil
      }
      return members.compactMap { member in
        let quoted = Found.quoted(member.name)
        if !names.accepts(member.name) {
          problems.add(
            member.namePosition,
            "each name in \(subject) must be \(names.wanted); found \(quoted)")
        }
        return form.read(member.node, "\(quoted) in \(subject)", &problems)
          .map { (member.name, $0) }
      }
    }
  }

  /// Two forms that are distinguished by the kind of the value.
  package static func either(_ first: Form, _ second: Form) -> Form {
    let wanted = "\(first.wanted) or \(second.wanted)"
    return Form(
      first.kinds.union(second.kinds), wanted: wanted,
      schema: .combining("anyOf", [first.schema(), second.schema()])
    ) { node, subject, problems in
      let kind = NodeKind(of: node)
      if first.kinds.contains(kind) { return first.read(node, subject, &problems) }
      if second.kinds.contains(kind) { return second.read(node, subject, &problems) }
      problems.add(
        node.position, "\(subject) must be \(wanted); found \(Found.name(of: node))")
      return nil
    }
  }
}

extension Form where Value == JSONValue {
  /// Any object; its contents do not matter here, and no message quotes them.
  package static func anyObject(longest: Int) -> Form {
    Form(
      .object, wanted: "an object of at most \(longest) bytes as JSON",
      schema: Schema(["type": .string("object")])
    ) { node in
      guard NodeKind(of: node) == .object else { return nil }
      let value = node.value
      return JSONWriter.bytes(of: value).count <= longest ? value : nil
    }
  }
}
