// Owns: a fault server with its page: started, worked and stopped together.
// Does not own: what was seen (RequestLog), what a request to the page gets (PageRouter).

import AcceptanceModel
import Evidence
import FaultServer
import SecretSearch
import Synchronization

package final class ServingSession: Sendable {
  package struct Addresses: Sendable, Hashable {
    /// Where clients send.
    package let endpoint: String
    /// The page, with the token that its buttons need.
    package let page: String
    /// The API, without a path.
    package let api: String
  }

  /// The most faults that can wait, so that a stuck key does not fill the memory.
  static let waitingLimit = 100
  /// The most recent records that are shown.
  static let recordLimit = 200

  let configuration: ServingConfiguration
  let ledger: RequestLog
  let server: FaultServer
  private let redactor: Redactor
  private let secrets: ServingSecrets
  private let addresses = Mutex<Addresses?>(nil)
  private let page = Mutex<LocalServer?>(nil)
  /// Held while something is changed: a fault's index in the server and its name here must agree.
  private let changing = Mutex(())

  /// - Parameters:
  ///   - clock: The time since the session's start.
  ///   - settled: Called on a queue of its own with each request that has ended.
  package init(
    _ configuration: ServingConfiguration, secrets: ServingSecrets,
    clock: @escaping @Sendable () -> Duration,
    settled: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.secrets = secrets
    let redactor = Redactor(
      runKey: secrets.runKey, policy: configuration.redaction, secrets: [.word(secrets.token)])
    self.redactor = redactor
    let ledger = RequestLog(redactor: redactor, clock: clock) { settled($0.line) }
    self.ledger = ledger
    server = FaultServer(
      FaultServerConfiguration(
        spec: configuration.spec, faults: configuration.faults, port: configuration.port,
        records: configuration.records)
    ) { ledger.observe($0) }
  }

  /// Starts both servers, once. Where it throws, nothing is left running.
  package func start() throws(FaultServerError) -> Addresses {
    ledger.plan(configuration.faults)
    server.expect(configuration.operations)
    let port = try server.start()
    let page = LocalServer { [weak self] in
      self?.answer($0) ?? LocalResponse(status: 503)
    }
    let pagePort: Int
    do throws(FaultServerError) {
      pagePort = try page.start(port: configuration.pagePort)
    } catch {
      page.stop()
      server.stop()
      throw error
    }
    let api = "http://127.0.0.1:\(pagePort)"
    let addresses = Addresses(
      endpoint: "http://127.0.0.1:\(port)\(configuration.spec.path)",
      page: "\(api)/?token=\(secrets.token)", api: api)
    self.page.withLock { $0 = page }
    self.addresses.withLock { $0 = addresses }
    return addresses
  }

  /// Ends every connection and thread; who waits for changes is notified at once. `settled` has
  /// been called with everything when it returns.
  package func stop() {
    ledger.close()
    page.withLock { $0 }?.stop()
    server.stop()
    ledger.tellAll()
  }

  private func answer(_ request: LocalRequest) -> LocalResponse {
    guard let addresses = addresses.withLock({ $0 }) else { return LocalResponse(status: 503) }
    let policy = PagePolicy(authority: String(addresses.api.dropFirst(7)), token: secrets.token)
    return PageRouter(session: self, policy: policy, token: secrets.token).answer(request)
  }
}

// MARK: - Looking

extension ServingSession {
  /// Everything that the page and the API show.
  func view() throws(FaultServerError) -> ServingView {
    let records = try server.latestRecords(Self.recordLimit).map { record in
      SeenRecord(
        number: record.number.number, key: record.key.map { SeenKey($0, by: redactor) },
        size: SizeBucket(byteCount: record.byteCount),
        body: redactor.token("body", record.digest.utf8), isReplaced: record.isReplaced)
    }
    let count = try server.recordCount
    let seen = ledger.seen
    let unreached = Set(server.unreachedFaults)
    let waiting = server.waitingFaults
    let plan = seen.faults.prefix(seen.plannedCount).enumerated().map { index, kind in
      ServingView.Planned(
        kind: kind, meets: seen.selectors[index], hasActed: !unreached.contains(index))
    }
    return ServingView(
      addresses: addresses.withLock { $0 }, spec: configuration.spec, seen: seen, plan: plan,
      waiting: waiting.map { seen.faults.indices.contains($0) ? seen.faults[$0] : "?" },
      records: records, recordCount: count, failure: server.failure.map { "\($0)" })
  }
}

// MARK: - Changing

extension ServingSession {
  func perform(_ change: ManualChange) throws(HandError) {
    try changing.withLock { (_) throws(HandError) in try performAlone(change) }
    ledger.touch()
  }

  private func performAlone(_ change: ManualChange) throws(HandError) {
    switch change {
    case .meetNext(let faults):
      guard server.waitingFaults.count + faults.count <= Self.waitingLimit else {
        throw .tooManyFaults(limit: Self.waitingLimit)
      }
      // The name first: the fault may act before this returns.
      ledger.add(faults.map(\.kind))
      server.meetNext(with: faults)
    case .dropWaiting: server.dropWaitingFaults()
    case .offline: server.takeDown()
    case .online: server.bringUp()
    case .release(let request):
      for held in ledger.seen.held where request == nil || held == request { server.resume(held) }
    case .poison(let record):
      let isKnown: Bool
      do {
        isKnown = try server.replaceBody(of: record)
      } catch {
        throw .server("\(error)")
      }
      guard isKnown else { throw .noSuchRecord }
    case .reset: try startAnew(configuration.faults)
    case .plan(let faults): try startAnew(faults)
    }
  }

  private func startAnew(_ faults: [PlannedFault]) throws(HandError) {
    do {
      ledger.planNext(faults)
      try server.startAnew(faults: faults)
      server.expect(configuration.operations)
    } catch {
      throw .server("\(error)")
    }
  }
}
