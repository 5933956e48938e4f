// Owns: a folder that is gone after the test, and looking into it.

import Evidence
import Foundation
import Reporting
import Testing

final class Workshop: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "reporting-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      Issue.record("the test's folder stays behind: \(error)")
    }
  }

  func at(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: at(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: at(name))), as: UTF8.self)
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: at(name)) }

  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: at(folder)).sorted()
  }
}

enum Tool {
  /// Runs a program to its end; both streams together.
  static func run(_ arguments: [String], in folder: String? = nil) throws -> (
    status: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  static func isThere(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}

enum Schema: String {
  case jenkins = "jenkins-junit-10.xsd"
  case surefire = "surefire-test-report.xsd"
  case ant = "windyroad-JUnit.xsd"

  /// What xmllint complains of; `nil` where the document is valid.
  func complaint(about document: [UInt8], _ workshop: Workshop) throws -> String? {
    let schema = try #require(
      Bundle.module.path(forResource: rawValue, ofType: nil, inDirectory: "Schemas"))
    let name = "document-\(UUID().uuidString).xml"
    try workshop.write(String(decoding: document, as: UTF8.self), to: name)
    let result = try Tool.run([
      "xmllint", "--nonet", "--noout", "--schema", schema, workshop.at(name),
    ])
    return result.status == 0 ? nil : result.output
  }
}
