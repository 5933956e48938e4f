// Owns: right clients that deal with some answers otherwise, within what the contract leaves open.

import ClientHarness
import OfflineQueue

extension UnusualMode {
  static let acceptedPolled = UnusualMode(
    "accepted-polled", "asks the Location of a 202 by GET instead of sending again"
  ) { parts, launch in
    let wire = try WireSender(launch)
    parts.replaceSends { request, sender in
      let start = ContinuousClock.now
      let outcome = await sender.send(request)
      guard case .answered(let answer) = outcome, answer.status == 202,
        let target = answer.target, let asked = Endpoint(answer.url),
        target.hasSameOrigin(as: asked)
      else { return outcome }
      while ContinuousClock.now - start < request.timeLimit / 2 {
        let page = await wire.exchange(
          .init(method: "GET", address: target),
          within: request.limited(to: request.timeLimit / 4))
        if page.status == 200 { return page }
        do {
          try await Task.sleep(for: .milliseconds(100))
        } catch {
          return .unknown(.aborted)
        }
      }
      return outcome
    }
  }

  static let keepsOnRedirect = UnusualMode(
    "keeps-on-redirect", "keeps a task on 301 to 304 and sends it again later"
  ) { parts, _ in
    parts.readStatuses([301, 302, 303, 304], as: 503)
  }

  static let followsNoRedirect = UnusualMode(
    "follows-no-redirect", "stops at any redirect, also at 307 and 308"
  ) { parts, _ in
    parts.readStatuses([307, 308], as: 302)
  }

  static let stopsOnUnauthorized = UnusualMode(
    "stops-on-unauthorized", "stops at 401 and 403 with a diagnosis instead of pausing"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      if case .pause(let diagnosis, _) = disposition {
        .ruled(.stop(diagnosis))
      } else {
        .ruled(disposition)
      }
    }
  }

  static let stopsOnOddStatus = UnusualMode(
    "stops-on-odd-status", "stops at 423, 501 and 505 with a diagnosis"
  ) { parts, _ in
    parts.readStatuses([423, 501, 505], as: 400)
  }
}
