// Owns: what of a home is durable, folded from the tracer's log; a value. Does not own: files on disk
// (DurableHome).

/// One file or folder, distinguished from a later one with the same inode number.
package struct FileIdentity: Sendable, Hashable {
  package let inode: UInt64
  package let generation: Int

  package init(inode: UInt64, generation: Int = 0) {
    self.inode = inode
    self.generation = generation
  }
}

/// A name in the home.
package struct DurableNode: Sendable, Hashable {
  /// Relative to the home, percent-encoded.
  package let path: String
  package let identity: FileIdentity
  package let isFolder: Bool
  package let mode: UInt32

  package init(path: String, identity: FileIdentity, isFolder: Bool, mode: UInt32 = 0o644) {
    self.path = path
    self.identity = identity
    self.isFolder = isFolder
    self.mode = mode
  }
}

/// A name as it is there again after the power loss.
package struct ImageEntry: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case folder
    /// Contents from a file beside the log, cut to `length`; `nil`: empty, nothing was ever synced.
    case file(contents: String?, length: UInt64?)
  }

  package let path: String
  package let kind: Kind
  package let mode: UInt32
}

package struct DurableState: Sendable, Hashable {
  private var generations: [UInt64: Int] = [:]
  private var contents: [FileIdentity: String] = [:]
  private var cuts: [FileIdentity: UInt64] = [:]
  /// The names as of the last sync of anything, and what was cut by then.
  private var names: [DurableNode] = []
  private var committedCuts: [FileIdentity: UInt64] = [:]
  /// The entries of each folder that was itself synced, as of then.
  private var folders: [FileIdentity: [DurableNode]] = [:]
  private var root: FileIdentity?
  private var pending: [DurableNode] = []

  package init() {}

  package init(_ lines: some Sequence<some StringProtocol>) {
    for line in lines { take(line) }
  }

  package mutating func take(_ line: some StringProtocol) {
    let fields = String(line).split(separator: "\t", omittingEmptySubsequences: false)
      .map(String.init)
    switch (fields.first, fields.count) {
    case ("new", 2):
      guard let inode = UInt64(fields[1]) else { return }
      generations[inode, default: 0] += 1
    case ("data", 3):
      guard let identity = identity(fields[1]) else { return }
      contents[identity] = fields[2]
      cuts[identity] = nil
      committedCuts[identity] = nil
    case ("cut", 3):
      guard let identity = identity(fields[1]), let length = UInt64(fields[2]) else { return }
      cuts[identity] = min(length, cuts[identity] ?? length)
    case ("node", 5):
      guard let identity = identity(fields[2]) else { return }
      pending.append(
        DurableNode(
          path: fields[1], identity: identity, isFolder: fields[3] == "d",
          mode: UInt32(fields[4], radix: 8) ?? 0o644))
    case ("tree", 2):
      // A log that ends in the middle of a tree says nothing about it.
      if Int(fields[1]) == pending.count {
        names = pending
        committedCuts = cuts
      }
      pending = []
    case ("folder", 2):
      guard let identity = identity(fields[1]) else { return }
      root = root ?? identity
      folders[identity] = children(of: identity)
    default: return
    }
  }

  private func identity(_ inode: String) -> FileIdentity? {
    UInt64(inode).map { FileIdentity(inode: $0, generation: generations[$0] ?? 0) }
  }

  private func children(of folder: FileIdentity) -> [DurableNode] {
    if folder == root { return names.filter { !$0.path.contains("/") } }
    guard let own = names.first(where: { $0.identity == folder }) else { return [] }
    let prefix = own.path + "/"
    return names.filter {
      $0.path.hasPrefix(prefix) && !$0.path.dropFirst(prefix.count).contains("/")
    }
  }

  // MARK: - Images

  /// - Parameter present: The names that the home has at the power loss, by inode number.
  package func image(
    _ kind: DurableImageKind,
    present: [(path: String, inode: UInt64, isFolder: Bool, mode: UInt32)] = []
  ) -> [ImageEntry] {
    switch kind {
    case .journal: return names.map { entry($0, path: $0.path, committedCuts) }.sortedByPath
    case .journalAhead:
      return present.map { node in
        let identity = FileIdentity(
          inode: node.inode, generation: generations[node.inode] ?? 0)
        let node = DurableNode(
          path: node.path, identity: identity, isFolder: node.isFolder, mode: node.mode)
        return entry(node, path: node.path, cuts)
      }.sortedByPath
    case .strict:
      guard let root else { return [] }
      return strictEntries(of: root, at: "", depth: 0).sortedByPath
    }
  }

  /// Deeper than any client's store; a folder that was moved into itself ends here.
  private static let depthLimit = 32

  private func strictEntries(of folder: FileIdentity, at path: String, depth: Int) -> [ImageEntry] {
    guard depth < Self.depthLimit else { return [] }
    return (folders[folder] ?? []).flatMap { node -> [ImageEntry] in
      let name = node.path.split(separator: "/").last.map(String.init) ?? node.path
      let place = path.isEmpty ? name : "\(path)/\(name)"
      let inner =
        node.isFolder ? strictEntries(of: node.identity, at: place, depth: depth + 1) : []
      return [entry(node, path: place, [:])] + inner
    }
  }

  private func entry(
    _ node: DurableNode, path: String, _ cuts: [FileIdentity: UInt64]
  ) -> ImageEntry {
    let kind: ImageEntry.Kind =
      node.isFolder
      ? .folder : .file(contents: contents[node.identity], length: cuts[node.identity])
    return ImageEntry(path: path, kind: kind, mode: node.mode)
  }
}

extension [ImageEntry] {
  fileprivate var sortedByPath: [ImageEntry] { sorted { $0.path < $1.path } }
}
