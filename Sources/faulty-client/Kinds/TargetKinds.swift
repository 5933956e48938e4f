// Owns: clients that send to the wrong place, follow redirects badly, or send what the user did not
// write.

import ClientHarness
import OfflineQueue

extension FaultyKind {
  static let redirectIsSuccess = FaultyKind(
    "redirect-is-success", "takes a redirect for a success", caughtBy: "false-success",
    "removed-early"
  ) { parts, _ in
    parts.changeOutcomes { outcome in
      outcome.status.map { (300..<400).contains($0) } == true ? .success : outcome
    }
  }

  static let loginPageIsSuccess = FaultyKind(
    "login-page-is-success",
    "follows a redirect by GET, to a login page say, and is content with what answers",
    caughtBy: "false-success", "removed-early"
  ) { parts, launch in
    let wire = try WireSender(launch)
    parts.replaceSends { request, sender in
      let outcome = await sender.send(request)
      guard case .answered(let answer) = outcome, [301, 302, 303].contains(answer.status),
        let target = answer.target
      else { return outcome }
      let page = await wire.exchange(.init(method: "GET", address: target), within: request)
      return page.status == nil ? outcome : .success
    }
  }

  static let redirectLeaksKey = FaultyKind(
    "redirect-leaks-key", "sends key, credential and body wherever a redirect points",
    caughtBy: "redirect-leak"
  ) { parts, launch in
    let wire = try WireSender(launch)
    parts.replaceSends { request, sender in
      let outcome = await sender.send(request)
      guard case .answered(let answer) = outcome, [307, 308].contains(answer.status),
        let target = answer.target, let asked = Endpoint(answer.url),
        !target.hasSameOrigin(as: asked)
      else { return outcome }
      return await wire.exchange(wire.form(of: request, to: target), within: request)
    }
  }

  static let redirectEmptiesPost = FaultyKind(
    "redirect-empties-post", "follows a 307 or 308 with an empty POST",
    caughtBy: "redirect-leak", "body-changed", "unattributed-send"
  ) { parts, launch in
    let wire = try WireSender(launch)
    parts.replaceSends { request, sender in
      let outcome = await sender.send(request)
      guard case .answered(let answer) = outcome, [307, 308].contains(answer.status),
        let target = answer.target, let asked = Endpoint(answer.url),
        target.hasSameOrigin(as: asked)
      else { return outcome }
      let empty = wire.form(of: request.with(body: []), to: target)
      return await wire.exchange(empty, within: request)
    }
  }

  static let otherPath = FaultyKind(
    "other-path", "sends to another path than it was told", caughtBy: "wrong-endpoint"
  ) { parts, launch in
    let path = launch.environment.endpoint + "-v2"
    parts.changeRequests { $0.with(target: path) }
  }

  static let strayWrite = FaultyKind(
    "stray-write", "sends a write of its own that no tap asked for",
    caughtBy: "unattributed-send", "duplicate-record"
  ) { parts, _ in
    let event = Array(#"{"event":"opened"}"#.utf8)
    parts.replaceSends { request, sender in
      _ = await sender.send(request.with(key: .random(), body: event))
      return await sender.send(request)
    }
  }
}

extension Answer {
  /// Where `location` points.
  var target: Endpoint? {
    location.flatMap { Endpoint(url)?.resolving($0) }
  }
}
