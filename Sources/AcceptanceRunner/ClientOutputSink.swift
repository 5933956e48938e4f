// Owns: handing on what clients print, to a terminal and to the kept folder. None of it is evidence.

import AcceptanceModel
import Foundation

/// Bytes that a client wrote, as they came.
package struct ClientOutputChunk: Sendable {
  package let scenario: ScenarioID
  package let launch: LaunchNumber
  package let channel: OutputChannel
  package let bytes: [UInt8]
  /// Whether a text holds something that the runner planted in this scenario.
  package let isConfidential: @Sendable ([UInt8]) -> Bool
}

/// Called in order for each launch, from several launches at once; it must return soon.
package typealias ClientOutputSink = @Sendable (ClientOutputChunk) -> Void

/// A launch's output as files in the folder that `--keep` keeps.
struct KeptOutput {
  /// Of one file; what comes after is dropped, so that a client cannot fill the disk.
  static let byteLimit = 16 << 20

  private let folder: String

  /// - Parameter root: The scenario's own folder; it is there.
  init(root: String) { folder = root + "/output" }

  /// Nothing depends on these files: where they cannot be written, they are left out.
  func append(
    _ bytes: [UInt8], of launch: LaunchNumber, on channel: OutputChannel
  ) {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let name = "launch-\(launch.number).\(channel == .stdout ? "stdout" : "stderr")"
    let descriptor = open(
      folder + "/" + name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let size = try? file.seekToEnd(), size < Self.byteLimit else { return }
    try? file.write(contentsOf: bytes.prefix(Self.byteLimit - Int(size)))
  }
}
