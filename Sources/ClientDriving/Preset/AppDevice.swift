// Owns: what a preset must be able to do with an app on a device. Does not own: in which order
// (PresetDriver, PresetSession).

import AcceptanceModel

/// An app on a simulator or emulator. Each call has a deadline of its own and ends after it.
protocol AppDevice: Sendable {
  init(_ app: DeviceApp, request: LaunchRequest, ambient: [String: String]) throws(DrivingError)

  /// Makes the device ready and takes everything from the app that it kept: the app's own data and
  /// nothing else of the device.
  func reset() async throws(DrivingError)

  /// Empties the mailbox and starts the app. Never repeated: a second start could end the first.
  /// - Returns: The app's process id in the numbering that the app itself sees.
  func launch() async throws(DrivingError) -> Int32

  /// Replaces `in.json` at once.
  func post(_ line: [UInt8]) async throws(DrivingError)

  /// What `out.json` holds; `nil` where there is none.
  func collect() async throws(DrivingError) -> [UInt8]?

  /// How long to wait before looking into the mailbox again.
  var pollInterval: Duration { get }

  /// Whether the app that `launch` started still runs.
  func isRunning(_ process: Int32) async throws(DrivingError) -> Bool

  /// To the app that `launch` started, and to no other process.
  func signal(_ signal: ProcessSignal, to process: Int32) async throws(DrivingError)

  /// Ends the app as the system does.
  func terminate() async throws(DrivingError)

  /// Hands on what the app wrote by itself, in pieces, for the search for secrets. Called once,
  /// after its end.
  func handOnOutput(
    of process: Int32, to take: (OutputChannel, [UInt8]) -> Void
  ) async throws(DrivingError)
}

/// Where the app and the runner leave each other lines, one file a direction, replaced at once.
///
/// Not `simctl openurl`: it shows a dialog and may time out though it delivered, so that
/// it would be unknown whether a tap took place.
enum Mailbox {
  static let folder = "acceptance"
  static let input = "in.json"
  static let output = "out.json"
}

extension LaunchRequest {
  /// What is passed to a launched app; its home is its own container.
  var appVariables: [String: String] {
    var variables: [String: String] = [:]
    for (name, value) in environment.named where name != "PATH" {
      variables[name] = environment.expanding(value)
    }
    variables["ACCEPTANCE_PROTOCOL"] = "1"
    variables["ACCEPTANCE_ENDPOINT"] = environment.endpoint
    variables["ACCEPTANCE_TOKEN"] = environment.token
    variables["ACCEPTANCE_CLOCK_OFFSET_S"] = environment.clockOffset.map {
      "\($0.components.seconds)"
    }
    return variables
  }

  /// The runner's own surroundings, which a tool needs, and what the scenario file names.
  func toolVariables(ambient: [String: String]) -> [String: String] {
    ambient.merging(environment.named.mapValues(environment.expanding)) { _, named in named }
  }
}
