import AcceptanceModel
import FaultServer
import Testing

@Suite struct ConcurrentSendTests {
  enum Place: String, Sendable, CaseIterable {
    case memory
    case file
  }

  /// What 64 sends of one key at once are answered: once `first`, else one of `others`.
  struct Row: Sendable {
    let profile: String
    let first: Int
    let others: Set<Int>
  }

  static let rows = [
    Row(profile: "standard", first: 200, others: [200]),
    Row(profile: "seed", first: 503, others: [200]),
    Row(profile: "gocardless", first: 201, others: [409]),
    // A replay, or a refusal while the first is in progress.
    Row(profile: "ietf", first: 201, others: [201, 409]),
  ]

  @Test(
    "64 sends of one key at once make exactly one record, the others are answered by profile",
    arguments: Place.allCases, rows)
  func oneRecord(_ place: Place, _ row: Row) throws {
    let folder = try RecordStoreTests.Folder()
    let stage = try Stage(
      spec: try #require(ServerProfile.named(row.profile)).spec,
      records: place == .memory ? .memory : .file(folder.file))
    let clients = try (0..<64).map { _ in try #require(RawClient(port: stage.port)) }
    for client in clients { client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1")) }
    let statuses = clients.compactMap {
      Int(String(decoding: $0.readAll().bytes, as: UTF8.self).dropFirst(9).prefix(3))
    }
    #expect(statuses.count == 64)
    #expect(statuses.contains(row.first))
    #expect(Set(statuses).subtracting([row.first]).isSubset(of: row.others))
    if !row.others.contains(row.first) { #expect(statuses.count { $0 == row.first } == 1) }
    #expect(stage.log.all.committedCount == 1)
    #expect(try stage.server.recordCount == 1)
    #expect(stage.log.all.sends.map(\.sendOfKey).sorted() == Array(1...64))
    // Its threads hold the file until they have ended.
    stage.server.stop()
  }
}
