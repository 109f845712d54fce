import Foundation
import Platform
import Synchronization
import Syncing
import TestSupport
import Testing

@Suite("A place that git takes", .needs("git"), .endsInTime) struct GitRemoteTests {
  private let folder: TemporaryFolder
  private var place: String { folder.path("place.git") }

  init() throws { folder = try TemporaryFolder() }

  private func machine(_ name: String, at place: String? = nil) throws -> GitMachine {
    try GitMachine(name, in: folder.path, at: place ?? self.place)
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

  @Test("Three machines meet at a repository that the first one makes, and come to rest") func meeting()
    throws
  {
    let machines = try ["desk", "Anna's laptop", "büro.home"].map { try machine($0) }
    for (number, machine) in machines.enumerated() { try machine.sync(adding: ["\(number)": machine.name]) }
    for _ in 0..<2 { for machine in machines { try machine.sync() } }
    #expect(Set(machines.map(\.head)).count == 1)
    for machine in machines {
      #expect(try machine.texts == ["0": "desk", "1": "Anna's laptop", "2": "büro.home"])
      #expect(try Set(machine.history.heads().keys) == ["desk", "Anna's laptop", "büro.home"])
    }
    // It is a plain repository, which shows the first machine's branch.
    #expect(try folder.git("place.git", "log", "-1", "--format=%H") == machines[0].head?.hex)
    #expect(try folder.git("place.git", "fsck", "--strict").isEmpty)
    #expect(try folder.git("place.git", "tag").isEmpty)
  }

  @Test("A place is not made where its folder is missing, and one that has gone is made again") func places()
    throws
  {
    let lost = try machine("desk", at: folder.path("none/place.git"))
    #expect(throws: SyncError.noFolder(place: folder.path("none"))) { try lost.sync(adding: ["x": "1"]) }
    let desk = try machine("laptop")
    try desk.sync(adding: ["x": "1"])
    try FileManager.default.removeItem(atPath: place)
    try desk.sync()
    #expect(try folder.git("place.git", "rev-parse", "laptop") == desk.head?.hex)
  }

  @Test("A machine that is another's clone is told so before anything is lost") func clones() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    try FileManager.default.copyItem(
      atPath: folder.path("desk.git-of-the-machine"), toPath: folder.path("clone.git-of-the-machine"))
    let clone = try GitMachine("desk", repository: folder.path("clone.git-of-the-machine"), at: place)
    let theirs = try clone.commit(["y": "1"], on: desk.head)
    try clone.history.fetch()
    try desk.sync(adding: ["x": "2"])
    #expect(throws: SyncError.otherHead(place: place)) { try clone.history.publish(theirs, as: "desk") }
    #expect(try folder.git("place.git", "rev-parse", "desk") == desk.head?.hex)
  }

  @Test("Neither hooks nor settings of a repository at a path run anything") func strangers() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    for hook in ["pre-receive", "update", "post-receive", "post-update", "reference-transaction"] {
      _ = try folder.script("place.git/hooks/\(hook)", "touch '\(folder.path("ran"))'")
    }
    try desk.sync(adding: ["x": "2"])
    #expect(!exists("ran"))
    for setting in [
      "core.alternateRefsCommand", "uploadpack.packObjectsHook", "include.path", "remote.a.promisor",
    ] {
      try folder.git("place.git", "config", setting, "touch '\(folder.path("ran"))'")
      #expect(throws: SyncError.unsafeSetting(place: place, setting: setting.lowercased())) {
        try desk.sync()
      }
      try folder.git("place.git", "config", "--unset", setting)
    }
    try folder.git("place.git", "config", "remote.origin.url", "x")
    try desk.sync(adding: ["x": "3"])
    #expect(!exists("ran"))
  }

  @Test("A repository of SHA-256 is refused") func otherHash() throws {
    try folder.git(".", "init", "-q", "--bare", "--object-format=sha256", "place.git")
    let desk = try machine("desk")
    #expect(throws: SyncError.otherHash(place: place)) { try desk.sync(adding: ["x": "1"]) }
  }

  @Test("A folder that only looks like a repository is refused") func noRepository() throws {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let desk = try machine("desk")
    #expect(throws: SyncError.noRepository(place: place)) { try desk.sync(adding: ["x": "1"]) }
  }

  // MARK: ssh

  /// What runs instead of ssh: it does what the other machine's shell would do.
  private func ssh(_ text: String = "for last; do :; done; exec sh -c \"$last\"") throws -> [String: String] {
    ["GIT_SSH": try folder.script("ssh", text), "GIT_SSH_VARIANT": "ssh"]
  }

  @Test("By ssh the hooks of the place run; one that refuses is named, and the next sync sends everything")
  func rejecting() throws {
    try folder.git(".", "init", "-q", "--bare", "place.git")
    let hook = try folder.script("place.git/hooks/pre-receive", "echo 'Not \u{1B}[31mon Sundays' >&2; exit 1")
    try folder.with(try ssh()) {
      let desk = try machine("desk", at: "ssh://desk\(place)")
      #expect { try desk.sync(adding: ["x": "1"]) } throws: { error in
        guard case SyncError.rejected(_, let detail) = error else { return false }
        return detail.contains("on Sundays") && !detail.contains("\u{1B}")
      }
      try FileManager.default.removeItem(atPath: hook)
      try desk.sync(adding: ["x": "2"])
      let laptop = try machine("laptop", at: "desk:\(place)")
      try laptop.sync()
      #expect(try laptop.texts == ["x": "2"])
    }
  }

  @Test("What ssh says becomes an error with a sentence of its own") func troubles() throws {
    let address = "ssh://desk/books.git"
    let troubles: [(String, (SyncError) -> Bool)] = [
      ("desk: Permission denied (publickey,password).", { $0 == .passwordAsked(place: address) }),
      ("Host key verification failed.", { $0 == .unknownHost(place: address) }),
      ("fatal: '/books.git' does not appear to be a git repository", { $0 == .noRepository(place: address) }),
      ("fatal: write error: No space left on device", { $0 == .diskFull(place: address) }),
      (
        "ssh: Could not resolve hostname desk: Name or service not known",
        {
          $0
            == .unreachable(
              place: address, detail: "ssh: Could not resolve hostname desk: Name or service not known")
        }
      ),
    ]
    for (text, isRight) in troubles {
      try folder.with(try ssh("echo \"\(text)\" >&2; exit 255")) {
        let desk = try machine("desk", at: address)
        #expect { try desk.sync() } throws: { ($0 as? SyncError).map(isRight) == true }
      }
    }
  }

  @Test("The person's own command for ssh is used, and otherwise ssh may not ask") func commands() throws {
    let said = folder.path("said")
    let script = try folder.script("bin/ssh", "echo \"$0 $*\" >> '\(said)'; exit 255")
    let path = "\(folder.path("bin")):\(Environment.value("PATH") ?? "")"
    let address = "ssh://desk/books.git"
    try folder.with(["PATH": path, "HOME": folder.path]) {
      #expect(throws: SyncError.self) { try machine("desk", at: address).sync() }
      #expect(try String(contentsOfFile: said, encoding: .utf8).contains("BatchMode=yes"))
      try FileManager.default.removeItem(atPath: said)
      try "[core]\nsshCommand = \(script) -o Mine=yes\n".write(
        toFile: folder.path(".gitconfig"), atomically: true, encoding: .utf8)
      #expect(throws: SyncError.self) { try machine("desk", at: address).sync() }
    }
    let line = try String(contentsOfFile: said, encoding: .utf8)
    #expect(line.contains("Mine=yes") && !line.contains("BatchMode"))
  }

  @Test("A sync that waits for another machine can be ended") func cancelled() throws {
    let started = folder.path("started")
    try folder.with(try ssh("touch '\(started)'; exec sleep 1000")) {
      let desk = try GitMachine("desk", repository: folder.path("desk"), at: "ssh://desk/books.git") {
        access(started, F_OK) == 0
      }
      #expect(throws: SyncError.cancelled) { try desk.sync() }
    }
  }

  // MARK: Damage

  @Test("A head that is damaged at the place is named, and all others arrive") func damagedHead() throws {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    try desk.sync(adding: ["x": "1"])
    let bad = try laptop.commit(["y": "a row that is lost"], on: nil)
    try laptop.history.publish(bad, as: "laptop")
    let blob = try #require(try laptop.history.files(of: bad).first).blob.hex
    try FileManager.default.removeItem(atPath: "\(place)/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    let third = try machine("third")
    try third.history.fetch()
    #expect(try Set(third.history.heads().keys) == ["desk"])
    #expect(third.history.leftOut.map(\.name) == ["laptop"])
    try third.sync(adding: ["z": "1"])
    #expect(try third.texts == ["x": "1", "z": "1"])
  }

  @Test("A head whose history is cut off is left out") func shallow() throws {
    let desk = try machine("desk")
    for text in ["1", "2"] { try desk.sync(adding: ["x": text]) }
    try folder.git(".", "clone", "-q", "--bare", "--depth", "1", "file://\(place)", "cut.git")
    let laptop = try machine("laptop", at: folder.path("cut.git"))
    try laptop.history.fetch()
    #expect(try laptop.history.heads().isEmpty)
    #expect(laptop.history.leftOut.map(\.name) == ["desk"])
    #expect(!exists("laptop.git-of-the-machine/shallow"))
  }

  @Test("A file that is too large does not arrive, and all others do") func largeFile() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    let blob = try Command.run([
      "sh", "-c", "head -c 300000000 /dev/zero | git -C '\(place)' hash-object -w --stdin",
    ])
    let tree = try folder.git("place.git", "mktree", input: "100644 blob \(blob.prefix(40))\tx\n")
    let commit = try folder.git("place.git", "commit-tree", "-m", "x", tree)
    try folder.git("place.git", "update-ref", "refs/heads/evil", commit)
    let laptop = try machine("laptop")
    try laptop.sync()
    #expect(try laptop.texts == ["x": "1"])
    #expect(laptop.history.leftOut == [LeftOut(name: "evil", reason: .tooLarge(name: place))])
  }

  @Test("A tree that git's check refuses is left out") func hostileTree() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    let blob = try folder.git("place.git", "hash-object", "-w", "--stdin", input: "x")
    // `git mktree` would refuse the name.
    let entry = "printf '100644 ..\\0%b' \(blob.chunked)"
    let tree = try Command.run(
      ["sh", "-c", "\(entry) | git -C '\(place)' hash-object -w -t tree --literally --stdin"]
    ).trimmingCharacters(in: .newlines)
    let commit = try folder.git("place.git", "commit-tree", "-m", "x", tree)
    try folder.git("place.git", "update-ref", "refs/heads/evil", commit)
    let laptop = try machine("laptop")
    try laptop.sync()
    #expect(try laptop.texts == ["x": "1"])
    #expect(laptop.history.leftOut.map(\.name) == ["evil"])
  }
}

extension String {
  /// Hexadecimal digits as octal escapes of the shell's `printf`.
  fileprivate var chunked: String {
    let digits = Array(self)
    return "'"
      + stride(from: 0, to: digits.count, by: 2).map { place in
        let byte = UInt8(String(digits[place...place + 1]), radix: 16) ?? 0
        return "\\0" + String(byte, radix: 8)
      }.joined() + "'"
  }
}
