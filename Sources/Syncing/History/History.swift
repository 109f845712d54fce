/// The commits of trees that a machine knows, and their exchange with other machines.
///
/// Knows nothing of the library or of which machine this is.
package protocol History: AnyObject {
  /// The last commit of each machine, this one included, as of the last `fetch`.
  func heads() throws(SyncError) -> [String: CommitName]

  /// Fetches the commits of all machines.
  ///
  /// - Throws: `unreachable` or another error of the place; then nothing has changed.
  func fetch() throws(SyncError)

  var leftOut: [LeftOut] { get }

  /// Keeps a commit as a machine's last one, here and then at the place.
  ///
  /// - Throws: An error of the place; the commit is kept here, and the next call publishes it with its descendants.
  func publish(_ head: CommitName, as machine: String) throws(SyncError)

  func parents(of commit: CommitName) throws(SyncError) -> [CommitName]

  /// The best common ancestors of two commits, sorted; none if they are unrelated.
  func commonAncestors(_ one: CommitName, _ other: CommitName) throws(SyncError) -> [CommitName]

  /// The commits that are not ancestors of others, without duplicates.
  func independent(_ commits: [CommitName]) throws(SyncError) -> [CommitName]

  /// The files of a commit's tree, sorted by the bytes of their paths.
  func files(of commit: CommitName) throws(SyncError) -> [TreeFile]

  func bytes(of blob: BlobName) throws(SyncError) -> [UInt8]

  func bytes(at path: String, of commit: CommitName) throws(SyncError) -> [UInt8]?

  /// Creates a commit, which nobody sees until it or a descendant is published; its name depends on the arguments alone.
  ///
  /// - Parameters:
  ///   - base: The commit whose tree is changed; nil for an empty tree.
  ///   - write: Passes each changed file once, in any order, with its whole content, or nil to remove it.
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

/// A head or a file at the place that could not be taken.
package struct LeftOut: Hashable, Sendable {
  package let name: String
  package let reason: SyncError

  package init(name: String, reason: SyncError) { (self.name, self.reason) = (name, reason) }
}

/// A commit's hexadecimal name, a hash of its tree and ancestors.
package struct CommitName: Hashable, Comparable, Sendable {
  package let hex: String

  package init(_ hex: String) { self.hex = hex }

  package static func < (left: CommitName, right: CommitName) -> Bool { left.hex < right.hex }
}

/// A file's hexadecimal name, a hash of its bytes.
package struct BlobName: Hashable, Sendable {
  package let hex: String

  package init(_ hex: String) { self.hex = hex }
}

package struct TreeFile: Hashable, Sendable {
  package let path: String
  package let blob: BlobName

  package init(path: String, blob: BlobName) { (self.path, self.blob) = (path, blob) }
}

package enum CommitAuthor: Hashable, Sendable {
  /// In seconds since 1970.
  case machine(String, seconds: Int64)
  /// A merge has a fixed author and its latest parent's time, so each machine makes the same commit.
  case merge
}

/// Takes a file with its whole content, or nil to remove it.
package typealias TreePut = (_ path: String, _ bytes: [UInt8]?) throws(SyncError) -> Void

enum Hex {
  static func digits(of bytes: some Collection<UInt8>) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return digits
  }

  private static func digit(_ number: UInt8) -> UInt8 { number < 10 ? number + 48 : number + 87 }

  /// Nil for other characters or an odd number of digits.
  static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let number = number(of: digit) else { return nil }
      if let first = high { bytes.append(first << 4 | number) }
      high = high == nil ? number : nil
    }
    return high == nil ? bytes : nil
  }

  static func number(of digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 97...102: digit - 87
    default: nil
    }
  }
}
