import Platform

/// This machine's own bare repository, protected by the lock of the sync.
final class GitRepository {
  let git: GitProgram
  let folder: String
  /// A running `git cat-file --batch`.
  private var reader: PipedProgram?
  private var rest: [UInt8] = []
  private var known: Set<CommitName> = []
  private var knownHeads: [String: CommitName]?

  init(_ folder: String, _ git: GitProgram) throws(SyncError) {
    (self.folder, self.git) = (folder, git)
    let path = "\(folder)/config"
    let configuration = Array(Self.configuration(git).utf8)
    if (try? DescriptorBytes.readAll(path, upTo: 1 << 16)) != configuration {
      _ = try git.run(
        ["init", "--quiet", "--bare", "--template=", "--object-format=sha1", folder], in: folder)
      do throws(SystemError) {
        try WholeFile.write(configuration, to: path)
      } catch { throw .file(path: path, error) }
    }
    removeLeftovers()
    if access("\(folder)/shallow", F_OK) == 0 {
      throw .damagedRepository(place: folder, detail: "its history is cut off (shallow)")
    }
  }

  /// The repository's settings, which override the person's.
  private static func configuration(_ git: GitProgram) -> String {
    // By default git does not sync loose objects to disk, so a power cut could leave a ref without its commit.
    let syncs =
      git.isAtLeast(2, 36) ? "fsync = committed,reference\nfsyncMethod = batch" : "fsyncObjectFiles = true"
    return """
      [core]
      repositoryFormatVersion = 0
      bare = true
      hooksPath = /dev/null
      autocrlf = false
      logAllRefUpdates = false
      bigFileThreshold = 16m
      compression = 1
      \(syncs)
      [fetch]
      fsckObjects = true
      unpackLimit = 1
      recurseSubmodules = false
      writeCommitGraph = false
      [push]
      gpgSign = false
      followTags = false
      recurseSubmodules = no
      pushOption =
      [gc]
      auto = 0
      [protocol "ext"]
      allow = never
      [credential]
      interactive = false
      [http]
      lowSpeedLimit = 100
      lowSpeedTime = 60

      """
  }

  func removeLeftovers() {
    for part in ["", "/objects", "/objects/pack", "/refs", "/refs/heads", "/refs/places"] {
      for name in (try? Folder.names(in: folder + part)) ?? []
      where name.hasSuffix(".lock")
        || ["tmp_", ".tmp-", "fast_import_crash_"].contains(where: name.hasPrefix)
      {
        Folder.remove("\(folder)\(part)/\(name)")
      }
    }
  }

  func run(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> [UInt8] {
    try git.run(arguments, in: folder, feeding: input)
  }

  /// Packs the small files of many syncs, now and then.
  func tidy() throws(SyncError) {
    let packs = (try? Folder.names(in: "\(folder)/objects/pack"))?.count { $0.hasSuffix(".pack") } ?? 0
    // About a 256th of the loose objects.
    let loose = (try? Folder.names(in: "\(folder)/objects/17"))?.count ?? 0
    guard packs > 30 || loose > 20 else { return }
    reader = nil
    _ = try run(git.isAtLeast(2, 32) ? ["repack", "-d", "-q", "--geometric=2"] : ["gc", "--quiet"])
  }

  // MARK: Refs

  func heads() throws(SyncError) -> [String: CommitName] {
    if let knownHeads { return knownHeads }
    let format = "%(objecttype) %(objectname) %(refname)"
    let lines = try run([
      "for-each-ref", "--format=\(format)", "--count=\(Self.mostHeads)", MachineRef.places,
    ])
    var heads: [String: CommitName] = [:]
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "commit",
        let name = MachineRef.name(words[2], below: MachineRef.places)
      else { continue }
      heads[name] = CommitName(String(words[1]))
    }
    knownHeads = heads
    return heads
  }

  func forgetHeads() { knownHeads = nil }

  static let mostHeads = 1_000

  /// Points refs to commits, or removes those without one.
  func set(_ refs: [(name: String, commit: CommitName?)]) throws(SyncError) {
    if refs.isEmpty { return }
    let lines = refs.map { ref in
      ref.commit.map { "update \(ref.name) \($0.hex)\n" } ?? "delete \(ref.name)\n"
    }
    _ = try run(["update-ref", "--stdin"], input: Array(lines.joined().utf8))
  }

  func setPlaces(_ heads: [String: CommitName]) throws(SyncError) {
    let before = try self.heads()
    let names = Set(before.keys).union(heads.keys).filter { before[$0] != heads[$0] }
    try set(names.map { (MachineRef.place($0), heads[$0]) })
    knownHeads = heads
  }

  func graph() throws(SyncError) -> [CommitName: [CommitName]] {
    var parents: [CommitName: [CommitName]] = [:]
    for line in String(decoding: try run(["rev-list", "--parents", "--all"]), as: UTF8.self).split(
      separator: "\n")
    {
      let names = line.split(separator: " ").map { CommitName(String($0)) }
      parents[names[0]] = Array(names.dropFirst())
    }
    return parents
  }

  func commits(fromMergeBase arguments: [String]) throws(SyncError) -> [CommitName] {
    let program = try git.start(["merge-base"] + arguments, in: folder)
    let outcome = try git.outcome(of: program)
    // 1 means no commits.
    guard [0, 1 << 8].contains(outcome.status) else {
      throw GitFailure.error(program.errors, place: nil, repository: folder)
    }
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map {
      CommitName(String($0))
    }
  }

  // MARK: Objects

  /// The bytes of an object; nil if none has this name and type.
  ///
  /// - Parameters:
  ///   - name: An object's name, or a commit's name, a colon and a path in its tree.
  ///   - limit: The most bytes; a larger object is refused before it is read.
  func object(_ name: String, _ type: String, upTo limit: Int) throws(SyncError) -> [UInt8]? {
    guard Self.isName(name.prefix { $0 != ":" }), !name.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    let reader = try running()
    do throws(SystemError) {
      try reader.put(Array("\(name)\n".utf8))
      let header = try line(from: reader).split(separator: " ")
      if header.last == "missing" { return nil }
      guard header.count == 3, let count = Int(header[2]), count <= limit else {
        self.reader = nil
        if header.count != 3 { throw SystemError(EPIPE) }
        throw SystemError(EFBIG)
      }
      let bytes = try bytes(count + 1, from: reader).dropLast()
      return header[1] == type ? Array(bytes) : nil
    } catch {
      self.reader = nil
      if error.number == EFBIG { throw .tooLarge(name: name) }
      throw self.error(of: reader, after: error)
    }
  }

  func has(_ commits: [CommitName]) throws(SyncError) -> Bool {
    for commit in commits where !known.contains(commit) {
      guard try object(commit.hex, "commit", upTo: Self.mostBytesOfCommit) != nil else { return false }
      known.insert(commit)
    }
    return true
  }

  static let mostBytesOfCommit = 1 << 16

  /// Creates a commit with `git fast-import`.
  ///
  /// - Parameter write: Passes all input except the first lines and the commit's name.
  func importing(
    _ write: (_ put: @escaping ([UInt8]) throws(SyncError) -> Void) throws(SyncError) -> Void
  ) throws(SyncError) -> CommitName {
    // Without deltas: git would compare each file only with the one before it, which is unrelated.
    let program = try git.start(["fast-import", "--quiet", "--done", "--force", "--depth=0"], in: folder)
    var buffer = Array("commit refs/made\nmark :1\n".utf8)
    func flush() throws(SyncError) {
      do throws(SystemError) { try program.put(buffer) } catch { throw self.error(of: program, after: error) }
      buffer.removeAll(keepingCapacity: true)
    }
    try write { bytes throws(SyncError) in
      buffer += bytes
      if buffer.count > Self.piece { try flush() }
    }
    buffer += Array("get-mark :1\ndone\n".utf8)
    try flush()
    let outcome = try git.outcome(of: program)
    let name = String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard outcome.status == 0, Self.isName(name) else { throw error(of: program) }
    return CommitName(name)
  }

  private static let piece = 1 << 16

  private func error(of program: PipedProgram, after error: SystemError = SystemError(EPIPE)) -> SyncError {
    if error.number != EPIPE { return git.failure(error) }
    // The error output is complete only when the program has exited.
    _ = try? program.finish()
    return GitFailure.error(program.errors, place: nil, repository: folder)
  }

  static func isName(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 40 && text.utf8.allSatisfy { Hex.number(of: $0) != nil }
  }

  private func running() throws(SyncError) -> PipedProgram {
    if let reader { return reader }
    let reader = try git.start(["cat-file", "--batch"], in: folder)
    (self.reader, rest) = (reader, [])
    return reader
  }

  private func line(from reader: PipedProgram) throws(SystemError) -> String {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      try fill(from: reader)
    }
  }

  private func bytes(_ count: Int, from reader: PipedProgram) throws(SystemError) -> [UInt8] {
    while rest.count < count { try fill(from: reader) }
    defer { rest.removeFirst(count) }
    return Array(rest[..<count])
  }

  private func fill(from reader: PipedProgram) throws(SystemError) {
    let bytes = try reader.get()
    if bytes.isEmpty { throw SystemError(EPIPE) }
    rest += bytes
  }
}
