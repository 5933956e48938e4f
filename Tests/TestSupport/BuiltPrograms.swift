import Foundation

/// Where the programs of this package are built to: beside the tests.
package enum BuiltPrograms {
  package static let folder: URL = bundle.resolvingSymlinksInPath()

  package static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  #if os(macOS)
    private final class Anchor {}

    /// `swift test` loads the bundle of the tests into a program of Xcode's, so `Bundle.main` is a folder
    /// of Xcode's. The bundle is in the folder of the programs.
    private static var bundle: URL {
      Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()
    }
  #else
    /// The tests are a program of their own.
    private static var bundle: URL { Bundle.main.bundleURL }
  #endif
}
