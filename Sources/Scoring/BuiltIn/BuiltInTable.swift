// Owns: the product's own table, for scoring and for advice about others.

package enum BuiltInTable {
  package static let name = "scenarios.json"

  package static var bytes: [UInt8] { PackageResources.scenarios_json }
}
