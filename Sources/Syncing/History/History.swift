/// The commits of trees that a machine knows, and the way to those of other machines.
///
/// It knows nothing of a library: which machine this is, and which commit its library agrees with, the session says.
package protocol History: AnyObject {
  /// The last commit of each machine by its name, as the place had them at the last `fetch`; this machine's is among them.
  func heads() throws(SyncError) -> [String: CommitName]

  /// Brings the commits of all machines from the place.
  ///
  /// - Throws: `unreachable` or another error of the place; then everything is as before.
  func fetch() throws(SyncError)

  /// The heads and files that the last `fetch` could not take.
  var leftOut: [LeftOut] { get }

  /// Keeps a commit as a machine's last one, here and then at the place.
  ///
  /// - Throws: An error of the place; the commit is kept here, and the next call publishes it with its descendants.
  func publish(_ head: CommitName, as machine: String) throws(SyncError)

  /// The parents of a commit; none for the first one.
  func parents(of commit: CommitName) throws(SyncError) -> [CommitName]

  /// The best common ancestors of two commits, in the order of their names: none for unrelated ones, itself if one is an
  /// ancestor of the other.
  func commonAncestors(_ one: CommitName, _ other: CommitName) throws(SyncError) -> [CommitName]

  /// Those of some commits that are no ancestors of others, each once.
  func independent(_ commits: [CommitName]) throws(SyncError) -> [CommitName]

  /// The files of a commit's tree in the order of their paths' bytes.
  func files(of commit: CommitName) throws(SyncError) -> [TreeFile]

  /// The content of a file.
  func bytes(of blob: BlobName) throws(SyncError) -> [UInt8]

  /// The content of the file at a path of a commit's tree; nil if there is none.
  func bytes(at path: String, of commit: CommitName) throws(SyncError) -> [UInt8]?

  /// Makes a commit, which nobody sees until it or a descendant is published; its name is a function of the arguments alone.
  ///
  /// - Parameters:
  ///   - base: The commit whose tree is changed; nil for an empty tree.
  ///   - write: Passes each changed file with its whole content, nil if it is removed; no path twice, in any order.
  func commit(
    on base: CommitName?, parents: [CommitName], by author: CommitAuthor,
    _ write: (_ put: @escaping TreePut) throws(SyncError) -> Void
  ) throws(SyncError) -> CommitName
}

extension History {
  package var leftOut: [LeftOut] { [] }

  package func independent(_ commits: [CommitName]) throws(SyncError) -> [CommitName] {
    let commits = Set(commits)
    var independent: [CommitName] = []
    for commit in commits {
      var isAncestor = false
      for other in commits where other != commit && !isAncestor {
        isAncestor = try commonAncestors(commit, other) == [commit]
      }
      if !isAncestor { independent.append(commit) }
    }
    return independent
  }

  package func bytes(at path: String, of commit: CommitName) throws(SyncError) -> [UInt8]? {
    guard let file = try files(of: commit).first(where: { $0.path == path }) else { return nil }
    return try bytes(of: file.blob)
  }
}

/// A machine's head or a file at the place that could not be taken.
package struct LeftOut: Hashable, Sendable {
  package let name: String
  package let reason: SyncError

  package init(name: String, reason: SyncError) { (self.name, self.reason) = (name, reason) }
}

/// A commit's name: hexadecimal digits that follow from its tree and its ancestors.
package struct CommitName: Hashable, Comparable, Sendable {
  package let hex: String

  package init(_ hex: String) { self.hex = hex }

  package static func < (left: CommitName, right: CommitName) -> Bool { left.hex < right.hex }
}

/// The name of a file's content: hexadecimal digits that follow from its bytes, so that equal contents have equal names.
package struct BlobName: Hashable, Sendable {
  package let hex: String

  package init(_ hex: String) { self.hex = hex }
}

/// A file of a tree.
package struct TreeFile: Hashable, Sendable {
  package let path: String
  package let blob: BlobName

  package init(path: String, blob: BlobName) { (self.path, self.blob) = (path, blob) }
}

/// The author of a commit, and its time.
package enum CommitAuthor: Hashable, Sendable {
  /// A machine, at a time in seconds since 1970.
  case machine(String, seconds: Int64)
  /// The merge function: the name is fixed, and the time is that of the latest parent, so each machine makes the same commit.
  case merge
}

/// Takes a file of a tree with its path and its whole content, nil if the file is removed.
package typealias TreePut = (_ path: String, _ bytes: [UInt8]?) throws(SyncError) -> Void
