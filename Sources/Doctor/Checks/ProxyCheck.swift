// Owns: whether the client would send to a proxy instead of the endpoint.

import ClientDriving

struct ProxyCheck: HealthCheck {
  let subject = "proxy"

  func limit(for context: DoctorContext) -> Duration { .seconds(5) }

  /// The runner's own proxies are none of the client's: it gets no such variable but from the table.
  func findings(for context: DoctorContext) async -> [HealthFinding] {
    guard let variables = context.table?.client.environment else { return [] }
    let lowered = Dictionary(
      variables.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    let proxies = ["http_proxy", "all_proxy"].filter { lowered[$0]?.isEmpty == false }
    let exceptions = (lowered["no_proxy"] ?? "").split(separator: ",").map {
      $0.filter { !$0.isWhitespace }
    }
    guard let proxy = proxies.first,
      !exceptions.contains(where: { ["127.0.0.1", "*"].contains($0) })
    else { return [] }
    return [
      .trouble(
        subject, "client.environment sets \(proxy), so the client may send to the proxy",
        fix: "add \"no_proxy\": \"127.0.0.1\" to client.environment, or take the proxy out")
    ]
  }
}
