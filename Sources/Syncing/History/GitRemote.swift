import Platform

/// A git remote: an address, or the path of a bare repository.
///
/// Each machine pushes only to its own branch there.
struct GitRemote: GitPlace {
  private let place: String
  /// For a path, git runs there as this person, with that repository's settings.
  private let isPath: Bool

  /// Nil for a path that is neither a bare repository nor ends with `.git`.
  init?(_ place: String) {
    // The rule by which git tells an address from a path.
    isPath = !place.prefix { $0 != "/" }.contains(":")
    self.place = place
    guard !isPath || isRepository || place.hasSuffix(".git") else { return nil }
  }

  private var isRepository: Bool {
    ["HEAD", "config", "objects", "refs"].allSatisfy { access("\(place)/\($0)", F_OK) == 0 }
  }

  // MARK: Fetching

  func fetch(into repository: GitRepository) throws(SyncError) -> [LeftOut] {
    let there = try heads(repository)
    let known = try repository.heads()
    let names = there.keys.filter { there[$0] != known[$0] }.sorted()
    var leftOut: [LeftOut] = []
    defer { repository.forgetHeads() }
    do throws(SyncError) { try fetch(names, into: repository) } catch {
      guard error.isOfOneHead else { throw error }
      // One damaged head fails the whole fetch, so they are fetched one by one.
      for name in names {
        do throws(SyncError) { try fetch([name], into: repository) } catch {
          guard error.isOfOneHead else { throw error }
          leftOut.append(LeftOut(name: name, reason: error))
          // The part of an oversized pack that arrived is still there.
          repository.removeLeftovers()
        }
      }
    }
    repository.forgetHeads()
    let arrived = try repository.heads()
    for name in names where arrived[name] == known[name] && !leftOut.contains(where: { $0.name == name }) {
      // git skips a shallow history, mentioning it only in passing.
      let detail = "its history is not whole"
      leftOut.append(LeftOut(name: name, reason: .damagedRepository(place: place, detail: detail)))
    }
    try repository.set(known.keys.filter { there[$0] == nil }.map { (MachineRef.place($0), nil) })
    return leftOut
  }

  private func heads(_ repository: GitRepository) throws(SyncError) -> [String: CommitName] {
    guard try isThere() else { return [:] }
    if isPath { try checkSettings(repository) }
    let output = try run(
      ["ls-remote", "--heads"] + program("upload-pack", "--strict") + ["--", place], repository)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    guard lines.count <= GitRepository.mostHeads else { throw .tooLarge(name: place) }
    var heads: [String: CommitName] = [:]
    for words in lines.map({ $0.split(separator: "\t") }) where words.count == 2 {
      guard let name = MachineRef.name(words[1], below: MachineRef.heads) else { continue }
      heads[name] = CommitName(String(words[0]))
    }
    return heads
  }

  private func fetch(_ names: [String], into repository: GitRepository) throws(SyncError) {
    if names.isEmpty { return }
    let options = ["--quiet", "--no-tags", "--no-auto-gc", "--no-write-fetch-head"]
    let refs = names.map { "+\(MachineRef.head($0)):\(MachineRef.place($0))" }
    _ = try run(
      GitProgram.holdingAll + ["fetch"] + options + program("upload-pack", "--strict") + ["--", place] + refs,
      repository)
  }

  // MARK: Publishing

  func publish(_ head: CommitName, as machine: String, from repository: GitRepository) throws(SyncError) {
    if try !isThere() {
      let options = [
        "--quiet", "--bare", "--template=", "--object-format=sha1",
        "--initial-branch=\(MachineRef.text(machine))",
      ]
      _ = try repository.git.run(["init"] + options + [place], in: place)
    }
    _ = try run(
      ["push", "--porcelain", "--no-verify"] + program("receive-pack")
        + ["--", place, "\(head.hex):\(MachineRef.head(machine))"], repository)
  }

  // MARK: The place

  private func run(_ arguments: [String], _ repository: GitRepository) throws(SyncError) -> [UInt8] {
    let ssh = try ssh(repository)
    return try repository.git.run(arguments, in: repository.folder, at: place, ssh: ssh)
  }

  /// Nil if the person has chosen a command, or ssh is not used.
  private func ssh(_ repository: GitRepository) throws(SyncError) -> String? {
    let isSSH = !isPath && (!place.contains("://") || place.contains("ssh://"))
    guard isSSH, !["GIT_SSH", "GIT_SSH_COMMAND"].contains(where: { Environment.value($0) != nil }) else {
      return nil
    }
    let chosen = try repository.git.run(
      ["config", "--default", "", "--get", "core.sshCommand"], in: repository.folder, at: place)
    let options = ["BatchMode=yes", "ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4"]
    return chosen.count > 1 ? nil : "ssh" + options.map { " -o \($0)" }.joined()
  }

  /// Whether the repository exists; at a path, one can be created in an existing folder.
  private func isThere() throws(SyncError) -> Bool {
    if !isPath || isRepository { return true }
    if access(place, F_OK) == 0 { throw .noRepository(place: place) }
    let folder = Folder.containing(place)
    guard access(folder, F_OK) == 0 else { throw .noFolder(place: folder) }
    return false
  }

  /// The options that make git at a path run neither hooks nor programs from foreign settings.
  private func program(_ name: String, _ options: String...) -> [String] {
    guard isPath else { return [] }
    let settings = [
      "safe.directory=*", "core.hooksPath=/dev/null", "gc.autoDetach=false", "maintenance.autoDetach=false",
      "receive.fsckObjects=true", "core.fsync=committed,reference", "core.fsyncMethod=batch",
    ]
    let words = ["git"] + settings.map { "-c '\($0)'" } + [name] + options
    return ["--\(name)=\(words.joined(separator: " "))"]
  }

  /// Rejects a repository with settings that could run commands or include other settings.
  private func checkSettings(_ repository: GitRepository) throws(SyncError) {
    // git would use that one instead.
    if access("\(place)/.git", F_OK) == 0 { throw .unsafeSetting(place: place, setting: ".git") }
    let names = try repository.git.run(
      ["config", "--file", "\(place)/config", "--no-includes", "--list", "--name-only", "-z"],
      in: repository.folder)
    for name in String(decoding: names, as: UTF8.self).split(separator: "\0") {
      let isHarmless =
        Self.harmless.contains(name) || ["receive.", "transfer.", "pack."].contains(where: name.hasPrefix)
        || name.hasPrefix("remote.") && [".url", ".fetch", ".mirror"].contains(where: name.hasSuffix)
      if !isHarmless { throw .unsafeSetting(place: place, setting: String(name)) }
    }
  }

  private static let harmless: Set<Substring> = [
    "core.repositoryformatversion", "core.filemode", "core.bare", "core.ignorecase", "core.precomposeunicode",
    "core.symlinks", "core.sharedrepository", "core.logallrefupdates", "core.compression", "core.fsync",
    "core.fsyncmethod", "extensions.objectformat", "extensions.refstorage", "gc.auto", "http.receivepack",
  ]
}

extension SyncError {
  /// Whether only one machine's commits are bad, so that the others' can still be taken.
  var isOfOneHead: Bool {
    switch self {
    case .damagedRepository, .tooLarge: true
    default: false
    }
  }
}
