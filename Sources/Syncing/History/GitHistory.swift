import Platform

/// The history in this machine's git repository, exchanged through a git remote or a folder.
///
/// A remote is `ssh://…`, `https://…`, `host:path`, or the path of a bare repository, which is created if it is missing and
/// the path ends with `.git`. Any other path is a folder that something else carries (`BundleFolder`).
///
/// Anyone may have written the files that arrive, so reading is bounded, and bad files are reported and left out.
package final class GitHistory: History {
  private let repository: GitRepository
  private let place: any GitPlace
  private var ancestors: [[CommitName]: [CommitName]] = [:]
  package private(set) var leftOut: [LeftOut] = []

  package init(
    _ folder: String, at place: String, isUnwanted: @escaping @Sendable () -> Bool
  ) throws(SyncError) {
    let git = try GitProgram(isUnwanted: isUnwanted)
    repository = try GitRepository(folder, git)
    let remote = GitRemote(place)
    self.place = remote ?? BundleFolder(place)
  }

  // MARK: The place

  package func heads() throws(SyncError) -> [String: CommitName] { try repository.heads() }

  package func fetch() throws(SyncError) {
    let before = try heads()
    leftOut = try place.fetch(into: repository)
    var taken = try heads()
    for (name, head) in taken where before[name] != head {
      // Leaving out an unreadable head lets the others be merged.
      do throws(SyncError) { _ = try files(of: head) } catch {
        guard error.isOfOneHead else { throw error }
        leftOut.append(LeftOut(name: name, reason: error))
        taken[name] = before[name]
      }
    }
    try repository.setPlaces(taken)
  }

  package func publish(_ head: CommitName, as machine: String) throws(SyncError) {
    if try heads()[machine] == head { return }
    try repository.set([(MachineRef.head(machine), head)])
    try place.publish(head, as: machine, from: repository)
    try repository.tidy()
  }

  // MARK: Reading

  private static let mostBytesOfTree = 1 << 24
  /// Other machines' git cannot take more within its memory limit.
  private static let mostBytesOfFile = 200 << 20
  private static let mostEntries = 1 << 18
  private static let deepestFolder = 16

  package func parents(of commit: CommitName) throws(SyncError) -> [CommitName] {
    try lines(of: commit).compactMap { Self.word(after: "parent", in: $0).map { CommitName(String($0)) } }
  }

  package func commonAncestors(_ one: CommitName, _ other: CommitName) throws(SyncError) -> [CommitName] {
    if one == other { return [one] }
    let pair = [one, other].sorted()
    if let known = ancestors[pair] { return known }
    let found = try repository.commits(fromMergeBase: ["--all"] + pair.map(\.hex)).sorted()
    ancestors[pair] = found
    return found
  }

  package func independent(_ commits: [CommitName]) throws(SyncError) -> [CommitName] {
    let commits = Set(commits)
    if commits.count < 2 { return Array(commits) }
    return try repository.commits(fromMergeBase: ["--independent"] + commits.map(\.hex))
  }

  package func files(of commit: CommitName) throws(SyncError) -> [TreeFile] {
    var (files, entryCount) = ([TreeFile](), 0)
    try list(try tree(of: commit), under: "", depth: 0, into: &files, &entryCount)
    return files
  }

  package func bytes(of blob: BlobName) throws(SyncError) -> [UInt8] {
    try required(blob.hex, "blob", upTo: Self.mostBytesOfFile)
  }

  package func bytes(at path: String, of commit: CommitName) throws(SyncError) -> [UInt8]? {
    try repository.object("\(commit.hex):\(path)", "blob", upTo: Self.mostBytesOfFile)
  }

  private func tree(of commit: CommitName) throws(SyncError) -> String {
    try lines(of: commit).compactMap { Self.word(after: "tree", in: $0).map(String.init) }.first ?? ""
  }

  private func time(of commit: CommitName) throws(SyncError) -> Int64 {
    let words = try lines(of: commit).first { $0.hasPrefix("committer ") }?.split(separator: " ").suffix(2)
    return words?.first.flatMap { Int64($0) } ?? 0
  }

  private func lines(of commit: CommitName) throws(SyncError) -> [Substring] {
    let bytes = try required(commit.hex, "commit", upTo: GitRepository.mostBytesOfCommit)
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.prefix { !$0.isEmpty })
  }

  private static func word(after key: String, in line: Substring) -> Substring? {
    line.hasPrefix(key + " ") ? line.dropFirst(key.utf8.count + 1) : nil
  }

  private func required(_ name: String, _ type: String, upTo limit: Int) throws(SyncError) -> [UInt8] {
    if let bytes = try repository.object(name, type, upTo: limit) { return bytes }
    throw .damagedRepository(place: repository.folder, detail: "\(type) \(name) is missing")
  }

  /// Adds the files of a tree, whose entries are `mode name\0` and a name of 20 bytes.
  private func list(
    _ tree: String, under folder: String, depth: Int, into files: inout [TreeFile], _ entryCount: inout Int
  ) throws(SyncError) {
    var rest = try required(tree, "tree", upTo: Self.mostBytesOfTree)[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")), let end = rest[space...].firstIndex(of: 0),
      rest.endIndex - end > Self.byteCountOfName
    {
      let (mode, name) = (rest[..<space], rest[(space + 1)..<end])
      let digits = Hex.digits(of: rest[(end + 1)...].prefix(Self.byteCountOfName))
      let hex = String(decoding: digits, as: UTF8.self)
      rest = rest[(end + 1 + Self.byteCountOfName)...]
      // A few folders that contain each other many times would expand to countless files.
      entryCount += 1
      guard entryCount <= Self.mostEntries, depth < Self.deepestFolder else { throw .tooLarge(name: folder) }
      guard let text = String(validating: name, as: UTF8.self) else { continue }
      if mode.elementsEqual("40000".utf8) {
        try list(hex, under: "\(folder)\(text)/", depth: depth + 1, into: &files, &entryCount)
      } else if mode.elementsEqual("100644".utf8) {
        // Symbolic links, executables and submodules hold no rows.
        files.append(TreeFile(path: folder + text, blob: BlobName(hex)))
      }
    }
  }

  private static let byteCountOfName = 20

  // MARK: Committing

  package func commit(
    on base: CommitName?, parents: [CommitName], by author: CommitAuthor,
    _ write: (_ put: @escaping TreePut) throws(SyncError) -> Void
  ) throws(SyncError) -> CommitName {
    let beginning = try beginning(on: base, parents, author)
    return try repository.importing { put throws(SyncError) in
      try put(Array(beginning.utf8))
      try write { path, bytes throws(SyncError) in
        let path = Self.quoted(path)
        guard let bytes else { return try put(Array("D \(path)\n".utf8)) }
        if bytes.count > Self.mostBytesOfFile { throw .tooLarge(name: path) }
        try put(Array("M 100644 inline \(path)\ndata \(bytes.count)\n".utf8) + bytes + [UInt8(ascii: "\n")])
      }
    }
  }

  private func beginning(
    on base: CommitName?, _ parents: [CommitName], _ author: CommitAuthor
  ) throws(SyncError) -> String {
    var (name, seconds, message) = ("booklist", Int64(0), "Merge")
    switch author {
    case .machine(let machine, let time): (name, seconds, message) = (machine, time, "Changes of \(machine)")
    case .merge: for parent in parents { seconds = max(seconds, try time(of: parent)) }
    }
    name = String(
      String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 32 && $0 != "<" && $0 != ">" }))
    var text = "committer \(name) <> \(min(max(seconds, 0), Self.latest)) +0000\n"
    text += "data \(message.utf8.count)\n\(message)\n"
    for (place, parent) in parents.enumerated() { text += "\(place == 0 ? "from" : "merge") \(parent.hex)\n" }
    if let base, base != parents.first { return text + "M 040000 \(try tree(of: base)) \"\"\n" }
    return base == nil && !parents.isEmpty ? text + "deleteall\n" : text
  }

  /// The end of the year 9999; git rejects later times.
  private static let latest: Int64 = 253_402_300_799

  /// Quotes a path as in C.
  private static func quoted(_ path: String) -> String {
    let bytes = path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case 0..<32: [UInt8(ascii: "\\"), 48 + byte >> 6, 48 + byte >> 3 & 7, 48 + byte & 7]
      default: [byte]
      }
    }
    return "\"\(String(decoding: bytes, as: UTF8.self))\""
  }
}

protocol GitPlace {
  /// Fetches the commits of all machines, and points the refs below `refs/places/` to the latest ones.
  func fetch(into repository: GitRepository) throws(SyncError) -> [LeftOut]
  func publish(_ head: CommitName, as machine: String, from repository: GitRepository) throws(SyncError)
}
