import SeededRandom
import Syncing

/// Where the commits of a walk's machines are.
package protocol WalkPlace: AnyObject {
  /// All heads that each machine has published, by the names that they go by there, the last one at the end.
  var heads: [String: [CommitName]] { get }

  func history(of machine: String, in folder: String) throws -> any WalkHistory
  /// Does what somebody else's program does with the files of the place.
  func disturb(_ choice: UInt64) throws
  func bringAllBack() throws
}

extension WalkPlace {
  package func disturb(_ choice: UInt64) {}
  package func bringAllBack() {}
}

/// What one machine of a walk has of the place.
package protocol WalkHistory: History {
  /// Has the next fetch bring old heads, as a choice decides; nil for the latest.
  ///
  /// - Parameter isNew: Whether the machine joins, and so must find something.
  func comeLate(_ choice: UInt64?, isNew: Bool)
  /// Has something happen before each call after so many.
  func interrupt(after count: Int, by body: @escaping () throws(SyncError) -> Void)
  func goOn()
  /// Copies what is kept on the disk.
  func copy(to folder: String) throws
}

extension WalkHistory {
  package func interrupt(after count: Int, by body: @escaping () throws(SyncError) -> Void) {}
  package func goOn() {}
  package func copy(to folder: String) {}
}

/// A place in memory, which keeps every commit and each version of every machine's head.
package final class MemoryPlace: WalkPlace {
  fileprivate struct Commit {
    let files: [String: BlobName]
    let parents: [CommitName]
    let seconds: Int64
    /// The commit itself, and all that it follows from.
    let ancestors: Set<CommitName>
  }

  fileprivate var commits: [CommitName: Commit] = [:]
  fileprivate var blobs: [BlobName: [UInt8]] = [:]
  /// All heads that each machine has published, the last one at the end.
  package fileprivate(set) var heads: [String: [CommitName]] = [:]
  /// Whether it can be reached.
  package var isThere = true

  package init() {}

  package func history(of machine: String, in folder: String) -> any WalkHistory { MemoryHistory(self) }

  /// The files of a commit, to look at or to damage.
  package subscript(commit: CommitName, path: String) -> [UInt8]? {
    get { commits[commit]?.files[path].flatMap { blobs[$0] } }
    set { if let blob = commits[commit]?.files[path] { blobs[blob] = newValue } }
  }

  /// The paths of a commit's files.
  package func paths(of commit: CommitName) -> [String] {
    commits[commit].map { $0.files.keys.sorted() } ?? []
  }

  /// A name that follows from bytes; the tests make too few of them for two to be equal by chance.
  fileprivate static func name(of bytes: some Sequence<UInt8>) -> String {
    var states: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
    for byte in bytes {
      states.0 = (states.0 ^ UInt64(byte)) &* 0x100_0000_01B3
      states.1 = (states.1 &+ states.0) &* 0xBF58_476D_1CE4_E5B9
      states.1 ^= states.1 >> 31
    }
    return [states.0, states.1].map { state in
      let digits = String(state, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// What one machine has of a place in memory.
package final class MemoryHistory: WalkHistory {
  package let place: MemoryPlace
  /// Chooses which version of a machine's head arrives, by its number among so many; nil for none of them.
  private var arriving: (_ machine: String, _ count: Int) -> Int? = { $1 - 1 }
  private var fetched: [String: CommitName] = [:]
  /// What could not be published yet.
  private var waiting: [String: CommitName] = [:]

  package init(_ place: MemoryPlace) { self.place = place }

  package func comeLate(_ choice: UInt64?, isNew: Bool) {
    guard let choice else { return arriving = { $1 - 1 } }
    var random = SeededGenerator(seed: choice)
    arriving = { name, count in
      let number = Int.random(in: 0...count, using: &random)
      return isNew && name == "a" ? min(number, count - 1) : number == count ? nil : number
    }
  }

  package func heads() -> [String: CommitName] { fetched }

  package func fetch() throws(SyncError) {
    try reach()
    for (machine, versions) in place.heads {
      if let number = arriving(machine, versions.count) { fetched[machine] = versions[number] }
    }
  }

  package func publish(_ head: CommitName, as machine: String) throws(SyncError) {
    waiting[machine] = head
    try reach()
    for (machine, head) in waiting where place.heads[machine]?.last != head {
      place.heads[machine, default: []].append(head)
    }
    waiting = [:]
  }

  private func reach() throws(SyncError) {
    if !place.isThere { throw .unreachable(place: "memory", detail: "it is away") }
  }

  package func parents(of commit: CommitName) throws(SyncError) -> [CommitName] {
    try known(commit).parents
  }

  package func commonAncestors(_ one: CommitName, _ other: CommitName) throws(SyncError) -> [CommitName] {
    let common = try known(one).ancestors.intersection(known(other).ancestors)
    var best = common
    for name in common where best.contains(name) {
      best.subtract(try known(name).ancestors.filter { $0 != name })
    }
    return best.sorted()
  }

  package func files(of commit: CommitName) throws(SyncError) -> [TreeFile] {
    try known(commit).files.map { TreeFile(path: $0.key, blob: $0.value) }
      .sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
  }

  package func bytes(of blob: BlobName) throws(SyncError) -> [UInt8] {
    guard let bytes = place.blobs[blob] else { throw .damaged(path: blob.hex) }
    return bytes
  }

  package func commit(
    on base: CommitName?, parents: [CommitName], by author: CommitAuthor,
    _ write: (_ put: @escaping TreePut) throws(SyncError) -> Void
  ) throws(SyncError) -> CommitName {
    var files: [String: BlobName] = [:]
    if let base { files = try known(base).files }
    try write { [place] path, bytes throws(SyncError) in
      files[path] = bytes.map { BlobName(MemoryPlace.name(of: $0)) }
      if let bytes, let blob = files[path] { place.blobs[blob] = bytes }
    }
    var (ancestors, seconds): (Set<CommitName>, Int64) = ([], 0)
    for parent in parents {
      ancestors.formUnion(try known(parent).ancestors)
      seconds = max(seconds, try known(parent).seconds)
    }
    if case .machine(_, let time) = author { seconds = time }
    let lines =
      ["\(author) \(seconds)"] + parents.map(\.hex) + files.map { "\($0.key)\0\($0.value.hex)" }.sorted()
    let name = CommitName(MemoryPlace.name(of: lines.joined(separator: "\n").utf8))
    place.commits[name] = .init(
      files: files, parents: parents, seconds: seconds, ancestors: ancestors.union([name]))
    return name
  }

  private func known(_ commit: CommitName) throws(SyncError) -> MemoryPlace.Commit {
    guard let found = place.commits[commit] else { throw .damaged(path: commit.hex) }
    return found
  }
}
