import Foundation
import Syncing
import TestSupport
import Testing

/// What every carrier does.
@Suite("Carriers") struct CarrierTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  enum Kind: CaseIterable {
    case folder
    case memory
    case ssh
  }

  private func carrier(_ kind: Kind) throws -> any Carrier {
    let place = folder.path + "/it's a place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    switch kind {
    case .folder: return try FolderCarrier(place)
    case .memory: return MemoryCarrier()
    case .ssh:
      // It runs what the other machine's shell would run.
      let program = folder.path + "/ssh"
      try "#!/bin/sh\nfor last; do :; done\nexec sh -c \"$last\"\n".write(
        toFile: program, atomically: true, encoding: .utf8)
      chmod(program, 0o755)
      return try SSHCarrier("ssh://desk" + place, program: program) { false }
    }
  }

  @Test("Files are listed, given and taken, and none is replaced", arguments: Kind.allCases)
  func all(_ kind: Kind) throws {
    let carrier = try carrier(kind)
    #expect(try carrier.list().isEmpty)
    let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let path = folder.path + "/source"
    try data.write(to: URL(filePath: path))
    try carrier.put(path, as: "a-1")
    try Data("other".utf8).write(to: URL(filePath: path))
    try carrier.put(path, as: "a-1")
    try carrier.put(path, as: "a-2")
    #expect(try carrier.list() == ["a-1", "a-2"])
    try carrier.get("a-1", to: folder.path + "/got")
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/got")) == data)
    #expect(throws: SyncError.self) { try carrier.get("a-3", to: folder.path + "/none") }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
  }

  @Test("A file whose name was taken and which was never written is not there, and is written again")
  func emptyFile() throws {
    let place = folder.path + "/place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let carrier = try FolderCarrier(place)
    try Data().write(to: URL(filePath: place + "/x"))
    #expect(try carrier.list().isEmpty)
    let source = folder.path + "/source"
    try Data("content".utf8).write(to: URL(filePath: source))
    try carrier.put(source, as: "x")
    #expect(try carrier.list() == ["x"])
    #expect(try String(contentsOfFile: place + "/x", encoding: .utf8) == "content")
  }

  @Test("A folder that is not there is not made") func noFolder() {
    #expect(throws: SyncError.noFolder(place: "/none/such")) { try FolderCarrier("/none/such") }
  }

  @Test(
    "An address needs a host and a folder",
    arguments: ["ssh://", "ssh://desk", "ssh:///folder", "ssh://desk/"])
  func noAddress(_ place: String) {
    #expect(throws: SyncError.self) { try SSHCarrier(place, program: "/bin/sh") { false } }
  }
}
