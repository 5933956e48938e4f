// Owns: paths of the page server: what is read, what is changed, in which form the answer comes.
// Does not own: who may ask (PagePolicy), how things look (PageText, PageJSON).

import AcceptanceModel
import FaultServer
import StrictJSON

struct PageRouter {
  let session: ServingSession
  let policy: PagePolicy
  let token: String

  func answer(_ request: LocalRequest) -> LocalResponse {
    let body = Result { () throws(ChangeBody.Unreadable) in try ChangeBody(request) }
    let formToken = (try? body.get())?.token
    if let refusal = policy.refusal(of: request, formToken: formToken) {
      return .json(error: refusal.sentence, status: refusal.status)
    }
    do throws(FaultServerError) {
      return switch request.method {
      case "GET", "HEAD": try read(request)
      default: try change(request, body)
      }
    } catch {
      return .json(error: "\(error)", status: 500)
    }
  }

  private func read(_ request: LocalRequest) throws(FaultServerError) -> LocalResponse {
    let query = FormText.fields(request.query.utf8)
    switch request.path {
    case "/": return .html(page(try session.view(), query["token"], problem: nil))
    case "/page.css": return .text(PageStyle.text, mediaType: "text/css; charset=utf-8")
    case "/page.js": return .text(PageScript.text, mediaType: "text/javascript; charset=utf-8")
    case "/requests": return .json(PageJSON.requests(try session.view()))
    case "/records": return .json(PageJSON.records(try session.view()))
    case "/plan": return .json(PageJSON.plan(try session.view()))
    case "/changes":
      let revision = query["after"].flatMap { Int($0) } ?? -1
      let now = session.ledger.wait(for: revision, within: .seconds(Self.newsLimitSeconds))
      return .json(.object(["revision": .integer(now)]))
    default:
      let isChange = Change(path: request.path) != nil
      return .json(
        error: isChange ? "this path takes POST" : "nothing is found here",
        status: isChange ? 405 : 404)
    }
  }

  /// How long `/changes` waits: shorter than the minute after which middlemen give up.
  private static let newsLimitSeconds = 25

  private func change(
    _ request: LocalRequest, _ body: Result<ChangeBody, ChangeBody.Unreadable>
  ) throws(FaultServerError) -> LocalResponse {
    let read: ChangeBody
    switch body {
    case .failure(let unreadable):
      return .json(error: unreadable.sentence, status: unreadable.status)
    case .success(let body): read = body
    }
    return try change(request, read)
  }

  private func change(
    _ request: LocalRequest, _ body: ChangeBody
  ) throws(FaultServerError) -> LocalResponse {
    do throws(HandError) {
      if request.method == "PUT" {
        guard request.path == "/plan" else {
          return .json(error: "PUT goes to /plan only", status: 405)
        }
        try session.perform(try ChangeReading.plan(body))
      } else {
        guard let change = Change(path: request.path) else {
          return .json(error: "nothing is found here", status: 404)
        }
        try session.perform(try change.read(body))
      }
    } catch {
      guard case .form = body else { return .json(error: "\(error)", status: error.status) }
      let view = try session.view()
      return .html(page(view, body.token, problem: "\(error)"), status: error.status)
    }
    guard case .form = body else { return .json(PageJSON.plan(try session.view())) }
    // To the page by GET: reloading it repeats nothing.
    return LocalResponse(
      status: 303, headers: [("Location", "/?token=\(token)")] + LocalResponse.guards)
  }

  private func page(_ view: ServingView, _ given: String?, problem: String?) -> String {
    let isAllowed = given.map(policy.isToken) == true
    return PageText(view: view, token: isAllowed ? token : nil, problem: problem).document
  }
}

/// What can be POSTed.
private enum Change: String {
  case plan = "/plan"
  case dropWaiting = "/plan/clear"
  case offline = "/offline"
  case online = "/online"
  case release = "/release"
  case poison = "/poison"
  case reset = "/reset"

  /// As a scenario's step calls it, too.
  init?(path: String) {
    switch path {
    case "/down": self = .offline
    case "/up": self = .online
    default: self.init(rawValue: path)
    }
  }

  func read(_ body: ChangeBody) throws(HandError) -> ManualChange {
    switch self {
    case .plan: try ChangeReading.meetNext(body)
    case .dropWaiting: .dropWaiting
    case .offline: .offline
    case .online: .online
    case .release: try ChangeReading.release(body)
    case .poison: try ChangeReading.poison(body)
    case .reset: .reset
    }
  }
}

extension HandError {
  fileprivate var status: Int {
    switch self {
    case .notReadable, .wrongFaults: 400
    case .noSuchRecord: 404
    case .tooManyFaults: 409
    case .server: 500
    }
  }
}

extension LocalResponse {
  /// Nothing from elsewhere, nothing inline, never framed, never cached.
  static let guards: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
    // The address holds the token; with no-referrer, forms would say `Origin: null`.
    ("Referrer-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  static func text(_ text: String, mediaType: String, status: Int = 200) -> LocalResponse {
    LocalResponse(
      status: status, headers: [("Content-Type", mediaType)] + guards, body: Array(text.utf8))
  }

  static func html(_ text: String, status: Int = 200) -> LocalResponse {
    .text(text, mediaType: "text/html; charset=utf-8", status: status)
  }

  static func json(_ value: JSONValue, status: Int = 200) -> LocalResponse {
    .text(JSONWriter.text(of: value) + "\n", mediaType: "application/json", status: status)
  }

  static func json(error: String, status: Int) -> LocalResponse {
    .json(.object(["error": .string(error)]), status: status)
  }
}
