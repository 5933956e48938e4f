// Owns: where the product's own programs are.

import Foundation

enum ProgramFolder {
  /// What `{bin}` is replaced by.
  static func path() throws(UsageError) -> String {
    guard let executable = Bundle.main.executablePath else {
      throw UsageError("the folder of this program is not known, so {bin} has no meaning")
    }
    return (executable as NSString).deletingLastPathComponent
  }
}
