import Foundation
import Platform
import Synchronization
import Syncing
import TestSupport
import Testing

@Suite("The history in a git repository", .needs("git"), .endsInTime) struct GitHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func machine(_ name: String) throws -> GitMachine {
    try GitMachine(name, in: folder.path, at: folder.path("place.git"))
  }

  @Test("A commit is a function of its arguments, and its files come back in order") func commits() throws {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    let odd = "b/\"odd\" \\ path\n\u{1}ü"
    let first = try desk.commit(["b.jsonl": "2", "a/b": "", odd: "3", "a.b": "4", "a/c": "5"], on: nil)
    #expect(try desk.history.files(of: first).map(\.path) == ["a.b", "a/b", "a/c", "b.jsonl", odd])
    #expect(try desk.texts(of: first) == ["a.b": "4", "a/b": "", "a/c": "5", "b.jsonl": "2", odd: "3"])
    let second = try desk.commit(["a/b": nil, "a/c": nil, odd: "6"], on: first)
    #expect(try desk.texts(of: second) == ["a.b": "4", "b.jsonl": "2", odd: "6"])
    #expect(try desk.history.parents(of: second) == [first])
    #expect(try desk.history.parents(of: first).isEmpty)
    let files: KeyValuePairs<String, String?> = [odd: "3", "a/c": "5", "a.b": "4", "b.jsonl": "2", "a/b": ""]
    let same = try laptop.history.commit(on: nil, parents: [], by: .machine("desk", seconds: 1_700_000_000)) {
      put throws(SyncError) in
      for (path, text) in files { try put(path, text.map { Array($0.utf8) }) }
    }
    #expect(same == first)
    #expect(try desk.commit(["a/b": nil, "a/c": nil, odd: "6"], on: first) == second)
  }

  @Test("A tree can be another's than the first parent's, and a merge is as late as its latest parent")
  func bases() throws {
    let desk = try machine("desk")
    let first = try desk.commit(["x": "1"], on: nil)
    let second = try desk.history.commit(on: nil, parents: [], by: .machine("<d>\n", seconds: 1_800_000_000))
    {
      put throws(SyncError) in try put("y", [50])
    }
    let merge = try desk.history.commit(on: second, parents: [first, second], by: .merge) {
      put throws(SyncError) in
      try put("z", [51])
    }
    #expect(try desk.texts(of: merge) == ["y": "2", "z": "3"])
    #expect(try desk.history.parents(of: merge) == [first, second])
    let empty = try desk.commit(["z": "3"], on: nil, parents: [merge])
    #expect(try desk.texts(of: empty) == ["z": "3"])
    let bare = try desk.commit(["z": "3"], on: first, parents: [])
    #expect(try desk.texts(of: bare) == ["x": "1", "z": "3"])
    #expect(try desk.history.parents(of: bare).isEmpty)
    let repository = "desk.git-of-the-machine"
    #expect(
      try folder.git(repository, "show", "-s", "--format=%an %ct %s", merge.hex)
        == "booklist 1800000000 Merge")
    #expect(try folder.git(repository, "show", "-s", "--format=%an", second.hex) == "d")
    #expect(try folder.git(repository, "fsck", "--strict", "--no-dangling").isEmpty)
  }

  @Test("Common ancestors are all the best ones, in order") func ancestors() throws {
    let desk = try machine("desk")
    let (a, b) = (try desk.commit(["x": "1"], on: nil), try desk.commit(["y": "1"], on: nil))
    let (c, d) = (
      try desk.commit([:], on: a, parents: [a, b]), try desk.commit(["z": "1"], on: b, parents: [b, a])
    )
    #expect(try desk.history.commonAncestors(a, b).isEmpty)
    #expect(try desk.history.commonAncestors(a, c) == [a])
    #expect(try desk.history.commonAncestors(c, c) == [c])
    #expect(try desk.history.commonAncestors(c, d) == [a, b].sorted())
    #expect(try Set(desk.history.independent([a, c, d, c])) == [c, d])
    #expect(try desk.history.independent([a, a]) == [a])
    #expect(try desk.history.bytes(at: "z", of: d) == Array("1".utf8))
    #expect(try desk.history.bytes(at: "z/a", of: d) == nil)
    #expect(try desk.history.bytes(at: "a\nb", of: d) == nil)
  }

  @Test("What is no plain file is left out, and a tree that is too deep is refused") func strangeTrees()
    throws
  {
    let desk = try machine("desk")
    try folder.git(".", "init", "-q", "work")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("work/link"), withDestinationPath: "/etc/passwd")
    _ = try folder.script("work/program", "")
    try "row".write(toFile: folder.path("work/row"), atomically: true, encoding: .utf8)
    let head = try brought("work")
    #expect(try desk.texts(of: head) == ["row": "row"])
    let deep = (0..<20).map { "d\($0)" }.joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: folder.path("work/\(deep)"), withIntermediateDirectories: true)
    try "row".write(toFile: folder.path("work/\(deep)/row"), atomically: true, encoding: .utf8)
    let deeper = try brought("work")
    #expect(throws: SyncError.self) { try desk.history.files(of: deeper) }
    #expect(try desk.texts(of: head) == ["row": "row"])
  }

  @Test("Folders that hold each other many times are refused before they are counted") func treeBomb() throws
  {
    let desk = try machine("desk")
    let repository = "desk.git-of-the-machine"
    let blob = try folder.git(repository, "hash-object", "-w", "--stdin", input: "x")
    var tree = try folder.git(repository, "mktree", input: "100644 blob \(blob)\tx\n")
    for _ in 0..<12 {
      let entries = (0..<10).map { "040000 tree \(tree)\td\($0)\n" }.joined()
      tree = try folder.git(repository, "mktree", input: entries)
    }
    let commit = CommitName(try folder.git(repository, "commit-tree", "-m", "x", tree))
    #expect(throws: SyncError.self) { try desk.history.files(of: commit) }
  }

  /// Commits what lies in a work tree, and puts that into the machine's repository.
  private func brought(_ work: String) throws -> CommitName {
    try folder.git(work, "add", "-A")
    try folder.git(work, "commit", "-q", "-m", "x")
    try folder.git("desk.git-of-the-machine", "fetch", "-q", folder.path(work), "HEAD")
    return CommitName(try folder.git(work, "rev-parse", "HEAD"))
  }

  @Test("Names that are none are refused before git sees them", arguments: ["", "HEAD", "--all", "12\n34"])
  func names(_ name: String) throws {
    let desk = try machine("desk")
    #expect(throws: SyncError.self) { try desk.history.parents(of: CommitName(name)) }
    #expect(throws: SyncError.self) { try desk.history.bytes(of: BlobName(name)) }
  }

  @Test("The person's configuration and variables do not reach the repository") func configuration() throws {
    let ran = folder.path("ran")
    let hook = try folder.script("hooks/reference-transaction", "touch '\(ran)'")
    try """
    [core]
    hooksPath = \(Folder.containing(hook))
    autocrlf = true
    [commit]
    gpgSign = true
    [fetch]
    fsckObjects = false
    [transfer]
    fsckObjects = false
    [protocol "ext"]
    allow = always
    """.write(toFile: folder.path(".gitconfig"), atomically: true, encoding: .utf8)
    let place = folder.path("place.git")
    try folder.with(["HOME": folder.path, "GIT_DIR": "/nowhere", "GIT_OBJECT_DIRECTORY": "/nowhere"]) {
      let desk = try GitMachine("desk", in: folder.path, at: place)
      try desk.sync(adding: ["x": "1\r\n2"])
      #expect(try desk.texts == ["x": "1\r\n2"])
      #expect(!FileManager.default.fileExists(atPath: ran))
      let ext = try GitMachine("other", in: folder.path, at: "ext::touch \(ran)")
      #expect(throws: SyncError.self) { try ext.sync() }
    }
    #expect(!FileManager.default.fileExists(atPath: ran))
  }

  // MARK: Accidents

  @Test("What a killed git leaves behind does not stop the next sync") func leftovers() throws {
    let first = try machine("desk")
    try first.sync(adding: ["x": "1"])
    for name in [
      "refs/heads/desk.lock", "packed-refs.lock", "objects/pack/tmp_pack_1", "config.lock", "HEAD.lock",
    ] {
      try Data("x".utf8).write(to: URL(filePath: folder.path("desk.git-of-the-machine/\(name)")))
    }
    let again = try machine("desk")
    again.head = first.head
    try again.sync(adding: ["x": "2"])
    #expect(try again.texts == ["x": "2"])
    #expect(
      !FileManager.default.fileExists(atPath: folder.path("desk.git-of-the-machine/objects/pack/tmp_pack_1")))
  }

  @Test("A commit that is ended in the middle leaves everything as it was") func endedCommit() throws {
    let isUnwanted = Mutex(false)
    let repository = folder.path("desk.git-of-the-machine")
    let desk = try GitMachine("desk", repository: repository, at: folder.path("place.git")) {
      isUnwanted.withLock { $0 }
    }
    try desk.sync(adding: ["x": "1"])
    let noise = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
    #expect(throws: SyncError.cancelled) {
      try desk.history.commit(on: desk.head, parents: [], by: .merge) { put throws(SyncError) in
        for number in 0..<100 {
          try put("\(number)", noise)
          if number == 50 { isUnwanted.withLock { $0 = true } }
        }
      }
    }
    isUnwanted.withLock { $0 = false }
    try desk.sync(adding: ["y": "2"])
    #expect(try desk.texts == ["x": "1", "y": "2"])
    #expect(try folder.git("desk.git-of-the-machine", "fsck", "--strict", "--no-dangling").isEmpty)
  }

  @Test("A damaged repository of the machine is named, wherever the damage is") func damaged() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1", "y/z": "2"])
    let repository = folder.path("desk.git-of-the-machine")
    let objects = try FileManager.default.subpathsOfDirectory(atPath: "\(repository)/objects").filter {
      $0.utf8.count == 41
    }
    #expect(objects.count == 5)
    for object in objects {
      let url = URL(filePath: "\(repository)/objects/\(object)")
      let whole = try Data(contentsOf: url)
      try FileManager.default.removeItem(at: url)
      try Data(whole.reversed()).write(to: url)
      let again = try machine("desk")
      #expect { try again.texts(of: desk.head) } throws: { error in
        guard case SyncError.damagedRepository(repository, _) = error else { return false }
        return true
      }
      try whole.write(to: url)
    }
    #expect(try machine("desk").texts(of: desk.head) == ["x": "1", "y/z": "2"])
  }

  @Test("After many syncs the repository is packed, and everything is still there") func tidy() throws {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    for number in 0..<32 {
      try desk.sync(adding: ["d\(number)": "\(number)"])
      try laptop.sync(adding: ["l\(number)": "\(number)"])
    }
    try desk.sync()
    #expect(try desk.texts.count == 64)
    let packs = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("desk.git-of-the-machine/objects/pack"))
    #expect(packs.count { $0.hasSuffix(".pack") } < 32)
    #expect(try folder.git("desk.git-of-the-machine", "fsck", "--strict", "--no-dangling").isEmpty)
  }

  // MARK: The program

  @Test("Without git, or with an old one, a sentence can say so") func programs() throws {
    try folder.with(["PATH": folder.path]) {
      #expect(throws: SyncError.noGit) { try machine("desk") }
      _ = try folder.script("git", "echo 'git version 2.29.3'")
      #expect(throws: SyncError.oldGit(version: "2.29.3")) { try machine("desk") }
      _ = try folder.script("git", "echo 'xcode-select: note: no developer tools were found' >&2; exit 1")
      #expect(throws: SyncError.noGit) { try machine("desk") }
    }
  }
}
