import Foundation
import SeededRandom
import Syncing
import TestSupport
import Testing

@Suite("A folder of bundles", .needs("git"), .endsInTime) struct BundleFolderTests {
  private let folder: TemporaryFolder
  private var place: String { folder.path("place") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  private func machine(_ name: String, at place: String? = nil) throws -> GitMachine {
    try GitMachine(name, in: folder.path, at: place ?? self.place)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: place).sorted() }
  }

  @Test("Three machines meet in a folder, and come to rest") func meeting() throws {
    let machines = try ["desk", "Anna's laptop", "büro.home"].map { try machine($0) }
    for (number, machine) in machines.enumerated() { try machine.sync(adding: ["\(number)": machine.name]) }
    for _ in 0..<2 { for machine in machines { try machine.sync() } }
    #expect(Set(machines.map(\.head)).count == 1)
    for machine in machines {
      #expect(try machine.texts == ["0": "desk", "1": "Anna's laptop", "2": "büro.home"])
      #expect(machine.history.leftOut.isEmpty)
    }
    let before = try files
    for machine in machines { try machine.sync() }
    #expect(try files == before)
    #expect(before.first == "Anna%27s%20laptop.000001-000001.bundle")
  }

  @Test("Each bundle is one that git reads") func bundles() throws {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    try desk.sync(adding: ["x": "1"])
    try laptop.sync(adding: ["y": "1"])
    try folder.git(".", "clone", "-q", "\(place)/desk.000001-000001.bundle", "clone")
    #expect(try String(contentsOfFile: folder.path("clone/x"), encoding: .utf8) == "1")
    try folder.git("clone", "fetch", "-q", "\(place)/laptop.000001-000001.bundle", "laptop")
    #expect(try folder.git("clone", "rev-parse", "FETCH_HEAD") == laptop.head?.hex)
  }

  @Test("A folder that is missing is not made") func noFolder() throws {
    let desk = try machine("desk", at: folder.path("none"))
    #expect(throws: SyncError.noFolder(place: folder.path("none"))) { try desk.sync(adding: ["x": "1"]) }
  }

  @Test("A bundle that is cut or changed anywhere is named, and arrives when it is whole") func damage()
    throws
  {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    try desk.sync(adding: ["x": String(repeating: "a long row ", count: 40)])
    try laptop.sync(adding: ["y": "1"])
    let url = URL(filePath: "\(place)/laptop.000001-000001.bundle")
    let whole = try Data(contentsOf: url)
    var random = SeededGenerator(seed: 11)
    for number in 0..<24 {
      let third = try machine("third\(number)")
      var bytes = whole
      let position = Int.random(in: 0..<whole.count, using: &random)
      let isCut = Bool.random(using: &random)
      if isCut {
        bytes = bytes.prefix(position)
      } else {
        bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try bytes.write(to: url)
      try third.history.fetch()
      #expect(try third.history.heads()["desk"] == desk.head)
      let isHere = try third.history.heads()["laptop"] != nil
      #expect(
        isHere
          ? isInLineForClones(position, of: whole)
          : third.history.leftOut.map(\.name) == [url.lastPathComponent])
    }
    let third = try machine("third")
    try whole.write(to: url)
    try third.sync()
    #expect(try third.texts == laptop.texts)
  }

  /// Whether a byte is one of a bundle's line for HEAD, which only git reads.
  private func isInLineForClones(_ position: Int, of bundle: Data) -> Bool {
    guard let end = bundle.range(of: Data(" HEAD\n".utf8))?.upperBound else { return false }
    return (end - 46..<end).contains(position)
  }

  @Test("Other files are not touched, and those that only look like bundles are named") func otherFiles()
    throws
  {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    let bundle = "desk.000001-000001.bundle"
    let copies = [
      "desk.000001-000001.sync-conflict-20261201-101010-ABCDEFG.bundle", "a.b.c.bundle", "desk.2-1.bundle",
      "laptop.000001-000001.bundle",
    ]
    for name in copies + ["README.md", ".syncthing.x.bundle.tmp"] {
      try FileManager.default.copyItem(atPath: "\(place)/\(bundle)", toPath: "\(place)/\(name)")
    }
    mkfifo("\(place)/pipe.000001-000001.bundle", 0o600)
    symlink("/etc/passwd", "\(place)/link.000001-000001.bundle")
    let vast = "\(place)/vast.000001-000001.bundle"
    try Data().write(to: URL(filePath: vast))
    truncate(vast, 6 << 30)
    let laptop = try machine("laptop")
    try laptop.sync()
    #expect(try laptop.texts == ["x": "1"])
    // Of what is named like its own, it has written the whole again.
    #expect(
      try files.contains("laptop.000002-000002.bundle") && !files.contains("laptop.000001-000001.bundle"))
    #expect(
      Set(laptop.history.leftOut.map(\.name))
        == Set(copies + ["pipe", "link", "vast"].map { "\($0).000001-000001.bundle" }))
    #expect(
      laptop.history.leftOut.contains(
        LeftOut(name: "vast.000001-000001.bundle", reason: .tooLarge(name: "vast.000001-000001.bundle"))))
  }

  @Test("A bundle of SHA-256 is left out") func otherHash() throws {
    let name = "desk.000001-000001.bundle"
    try Data("# v3 git bundle\n@object-format=sha256\n\n".utf8).write(to: URL(filePath: "\(place)/\(name)"))
    let laptop = try machine("laptop")
    try laptop.sync(adding: ["x": "1"])
    #expect(laptop.history.leftOut == [LeftOut(name: name, reason: .otherHash(place: name))])
  }

  // MARK: Many bundles

  @Test("After many syncs there are few bundles, and a machine that joins gets everything") func folding()
    throws
  {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    for number in 0..<20 {
      try desk.sync(adding: ["d\(number)": "\(number)"])
      try laptop.sync(adding: ["l\(number)": "\(number)"])
    }
    for _ in 0..<2 { for machine in [desk, laptop] { try machine.sync() } }
    #expect(try files.count { $0.hasPrefix("desk.") } < 20)
    #expect(try files.count { $0.hasPrefix("laptop.") } < 20)
    let third = try machine("third")
    try third.sync()
    #expect(try third.texts.count == 40)
    #expect(third.head == desk.head)
  }

  @Test("Bundles with others in their place stay until each machine has what they hold") func replaced()
    throws
  {
    let (desk, laptop) = (try machine("desk"), try machine("laptop"))
    try laptop.sync(adding: ["l": "1"])
    for number in 0..<18 { try desk.sync(adding: ["d\(number)": "\(number)"]) }
    #expect(try files.contains("desk.000001-000001.bundle"))
    #expect(try files.contains { $0.hasPrefix("desk.000001-") && $0 != "desk.000001-000001.bundle" })
    try laptop.sync()
    try desk.sync(adding: ["d18": "18"])
    #expect(try !files.contains("desk.000001-000001.bundle"))
    let third = try machine("third")
    try third.sync()
    #expect(try third.texts.count == 20)
  }

  @Test("What the folder has lost, the next machine that sends something writes again") func losses() throws {
    var random = SeededGenerator(seed: 7)
    let machines = try ["a", "b", "c"].map { try machine($0) }
    for round in 0..<6 {
      for machine in machines { try machine.sync(adding: ["\(machine.name)\(round)": "\(round)"]) }
      for name in try files where Int.random(in: 0..<3, using: &random) == 0 {
        try FileManager.default.removeItem(atPath: "\(place)/\(name)")
      }
      try machines[round % 3].sync(adding: ["more\(round)": "x"])
      let other = try machine("new\(round)")
      try other.sync()
      #expect(try other.texts == machines[round % 3].texts)
    }
  }

  @Test("A bundle without those that it follows waits, and is named") func waiting() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    try desk.sync(adding: ["x": "2"])
    let first = "\(place)/desk.000001-000001.bundle"
    try FileManager.default.moveItem(atPath: first, toPath: folder.path("late"))
    let laptop = try machine("laptop")
    try laptop.history.fetch()
    let name = "desk.000002-000002.bundle"
    #expect(laptop.history.leftOut == [LeftOut(name: name, reason: .waits(path: name))])
    #expect(try laptop.history.heads().isEmpty)
    try FileManager.default.moveItem(atPath: folder.path("late"), toPath: first)
    try laptop.sync()
    #expect(try laptop.texts == ["x": "2"])
  }

  @Test("Two machines of one name do not write over each other's bundles") func namesakes() throws {
    let desk = try machine("desk")
    try desk.sync(adding: ["x": "1"])
    let other = try GitMachine("desk", repository: folder.path("other"), at: place)
    let theirs = try other.commit(["y": "1"], on: nil)
    try other.history.publish(theirs, as: "desk")
    #expect(try files == ["desk.000001-000001.bundle", "desk.000002-000002.bundle"])
    try desk.history.fetch()
    #expect(try desk.history.heads()["desk"] == theirs)
  }
}
