// Owns: a folder for one test.

import Foundation

func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let result = Swift.Result { try body(folder.path) }
  try FileManager.default.removeItem(at: folder)
  return try result.get()
}

func withFolderAwaiting<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("a test's folder stays behind: \(error)")
    }
  }
  return try await body(folder.path)
}
