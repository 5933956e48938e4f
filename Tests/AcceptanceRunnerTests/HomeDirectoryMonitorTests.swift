import Foundation
import Testing

@testable import AcceptanceRunner

@Suite("A scenario's home")
struct HomeDirectoryMonitorTests {
  private static func withHome(_ body: (String) throws -> Void) throws {
    let home = NSTemporaryDirectory() + "home-watch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer {
      if FileManager.default.fileExists(atPath: home) {
        #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: home) }
      }
    }
    try body(home)
  }

  @Test("is the same while things come and go in it")
  func stays() throws {
    try Self.withHome { home in
      let watch = HomeDirectoryMonitor(path: home)
      try FileManager.default.createDirectory(
        atPath: home + "/store", withIntermediateDirectories: false)
      try FileManager.default.removeItem(atPath: home + "/store")
      #expect(!watch.isRemoved(from: home))
    }
  }

  @Test("is removed once its folder is")
  func removed() throws {
    try Self.withHome { home in
      let watch = HomeDirectoryMonitor(path: home)
      try FileManager.default.removeItem(atPath: home)
      #expect(watch.isRemoved(from: home))
    }
  }

  @Test("is another one where it was removed and made anew")
  func madeAnew() throws {
    try Self.withHome { home in
      let watch = HomeDirectoryMonitor(path: home)
      try FileManager.default.removeItem(atPath: home)
      try FileManager.default.createDirectory(
        atPath: home, withIntermediateDirectories: false)
      #expect(watch.isRemoved(from: home))
    }
  }

  @Test("that was moved away is gone from where the client looks for it")
  func moved() throws {
    try Self.withHome { home in
      let watch = HomeDirectoryMonitor(path: home)
      try FileManager.default.moveItem(atPath: home, toPath: home + "-elsewhere")
      #expect(watch.isRemoved(from: home))
      try FileManager.default.removeItem(atPath: home + "-elsewhere")
    }
  }

  @Test("that could not be opened is never called removed")
  func unknown() {
    let path = NSTemporaryDirectory() + "home-watch-\(UUID().uuidString)"
    #expect(!HomeDirectoryMonitor(path: path).isRemoved(from: path))
  }
}
