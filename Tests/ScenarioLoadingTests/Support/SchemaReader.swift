// Owns: enough of JSON Schema to tell whether a value fits, and which properties it used.

import StrictJSON

struct SchemaReader {
  let root: JSONValue

  /// The schema paths of the properties that `value` uses; `nil` where it does not fit.
  func used(by value: JSONValue) -> Set<String>? { used(by: value, root, at: "#") }

  /// The paths of all properties that the schema describes.
  func described() -> Set<String> { described(root, at: "#") }

  private func described(_ schema: JSONValue, at path: String) -> Set<String> {
    var paths: Set<String> = []
    for member in schema.objectValue ?? [] {
      let inner = "\(path)/\(member.name)"
      switch member.name {
      case "properties":
        for property in member.value.objectValue ?? [] {
          paths.insert("\(inner)/\(property.name)")
          paths.formUnion(described(property.value, at: "\(inner)/\(property.name)"))
        }
      case "$defs":
        for definition in member.value.objectValue ?? [] {
          paths.formUnion(described(definition.value, at: "\(inner)/\(definition.name)"))
        }
      case "items", "additionalProperties":
        paths.formUnion(described(member.value, at: inner))
      case "oneOf", "anyOf":
        for (index, branch) in (member.value.arrayValue ?? []).enumerated() {
          paths.formUnion(described(branch, at: "\(inner)/\(index)"))
        }
      default: break
      }
    }
    return paths
  }

  private func used(by value: JSONValue, _ schema: JSONValue, at path: String) -> Set<String>? {
    var paths: Set<String> = []
    for member in schema.objectValue ?? [] {
      guard let more = used(by: value, member, of: schema, at: path) else { return nil }
      paths.formUnion(more)
    }
    return paths
  }

  private func used(
    by value: JSONValue, _ keyword: JSONMember, of schema: JSONValue, at path: String
  ) -> Set<String>? {
    let inner = "\(path)/\(keyword.name)"
    switch keyword.name {
    case "$ref":
      let name = String((keyword.value.stringValue ?? "").dropFirst("#/$defs/".count))
      guard let definition = root["$defs"]?[name] else { return nil }
      return used(by: value, definition, at: "#/$defs/\(name)")
    case "items":
      return all((value.arrayValue ?? []).map { used(by: $0, keyword.value, at: inner) })
    case "properties": return usedProperties(of: value, keyword.value, at: inner)
    case "additionalProperties":
      let known = (schema["properties"]?.objectValue ?? []).map(\.name)
      let more = (value.objectValue ?? []).filter { !known.contains($0.name) }
      if keyword.value == .bool(false) { return more.isEmpty ? [] : nil }
      return all(more.map { used(by: $0.value, keyword.value, at: inner) })
    case "oneOf", "anyOf":
      let fits = (keyword.value.arrayValue ?? []).enumerated().compactMap {
        used(by: value, $0.element, at: "\(inner)/\($0.offset)")
      }
      return fits.count == 1 || (keyword.name == "anyOf" && !fits.isEmpty) ? fits[0] : nil
    case "allOf":
      return all((keyword.value.arrayValue ?? []).map { used(by: value, $0, at: inner) })
    case "not": return used(by: value, keyword.value, at: inner) == nil ? [] : nil
    default: return fits(value, keyword) ? [] : nil
    }
  }

  private func usedProperties(
    of value: JSONValue, _ properties: JSONValue, at path: String
  ) -> Set<String>? {
    var paths: [Set<String>?] = []
    for member in value.objectValue ?? [] {
      guard let schema = properties[member.name] else { continue }
      paths.append(["\(path)/\(member.name)"])
      paths.append(used(by: member.value, schema, at: "\(path)/\(member.name)"))
    }
    return all(paths)
  }

  private func all(_ parts: [Set<String>?]) -> Set<String>? {
    parts.contains { $0 == nil }
      ? nil : parts.compactMap { $0 }.reduce(into: []) { $0.formUnion($1) }
  }

  private func fits(_ value: JSONValue, _ keyword: JSONMember) -> Bool {
    switch keyword.name {
    case "type":
      let name = keyword.value.stringValue ?? ""
      return value.kindName.hasSuffix(name == "integer" ? "number" : name)
    case "const": return value == keyword.value
    case "enum": return keyword.value.arrayValue?.contains(value) ?? false
    case "required":
      return (keyword.value.arrayValue ?? []).allSatisfy { value[$0.stringValue ?? ""] != nil }
    case "dependentRequired":
      return (keyword.value.objectValue ?? []).allSatisfy { rule in
        value[rule.name] == nil
          || (rule.value.arrayValue ?? []).allSatisfy { value[$0.stringValue ?? ""] != nil }
      }
    case "minimum": return (value.intValue ?? .min) >= (keyword.value.intValue ?? .max)
    case "maximum": return (value.intValue ?? .max) <= (keyword.value.intValue ?? .min)
    default: return true
    }
  }
}
