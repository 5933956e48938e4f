// Owns: the guard that outlives a killed runner, for a command's run.

import ClientDriving
import Foundation

extension RunReaper {
  /// `nil` where there can be none: a run is as true without it, only a killed runner would leave
  /// clients behind.
  static func watching(_ folder: RunFolder) -> RunReaper? {
    guard let executable = Bundle.main.executablePath else { return nil }
    do {
      return try start(executable: executable, folder: folder.path)
    } catch {
      Console.complain("acceptance: no guard against a killed runner: \(error)")
      return nil
    }
  }
}
