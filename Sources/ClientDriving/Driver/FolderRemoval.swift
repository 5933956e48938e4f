import CProcess

/// Removing folders in which clients have worked.
package enum FolderRemoval {
  /// What is left of a folder.
  package struct Remains: Sendable, Hashable, CustomStringConvertible {
    package let folder: String
    /// Files and folders.
    package let count: UInt
    package let errno: Int32

    package var description: String {
      "\(folder) could not be removed: \(count) file\(count == 1 ? "" : "s") in it stayed "
        + "(\(systemMessage(errno))); remove it yourself"
    }
  }

  /// Removes the folder and all that is in it, also what its owner made read-only.
  ///
  /// - Returns: `nil` where nothing is left.
  @discardableResult
  package static func remove(_ folder: String) -> Remains? {
    var result = acc_removal_result()
    acc_remove_tree(folder, &result)
    guard result.kept_count > 0 else { return nil }
    return Remains(
      folder: folder, count: UInt(result.kept_count), errno: result.error_number)
  }
}
