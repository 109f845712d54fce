import Foundation
import Records
import SeededRandom
import TestSupport
import Testing

@testable import Syncing

/// Files of changes, written and read.
@Suite("Files of changes") struct ChangeFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
  private static let table = FileTable(name: "a b%", columns: ["x y", "key", "ü"], key: [1])

  private func header(isJoining: Bool = false) -> FileHeader {
    var header = FileHeader(library: "l", machine: "0123456789abcdef", number: 3, label: "desk\n✓ %")
    header.known = CausalVector(["0123456789abcdef": 2, "f123456789abcdef": 7])
    header.isJoining = isJoining
    if isJoining { (header.known, header.compared) = (CausalVector(), header.known) }
    header.tables = [Self.table]
    return header
  }

  private static func value(_ random: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .null
    case 1: .integer(.random(in: .min ... .max, using: &random))
    case 2: .real(.random(in: -1e300...1e300, using: &random))
    case 3:
      .text(
        Text(
          bytes: (0..<Int.random(in: 0..<300, using: &random)).map { _ in .random(in: 0...255, using: &random)
          }))
    case 4: .blob(Array(repeating: 7, count: Int.random(in: 0..<70_000, using: &random)))
    default: .text("")
    }
  }

  private static func operation(_ random: inout SeededGenerator) -> RowOperation {
    let values = (0..<3).map { _ in value(&random) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .insert(values)
    case 1: return .delete(values)
    default: return .update(key: [values[0]], cells: [2: (values[1], values[2])])
    }
  }

  @Test("What is written is read, and part of it is not", arguments: 0..<8)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let operations = (0..<40).map { _ in Self.operation(&random) }
    let path = folder.path + "/file"
    let header = header(isJoining: seed % 2 == 1)
    let writer = try ChangeFileWriter(path, header)
    for operation in operations { try writer.append(operation, of: Self.table) }
    let checksum = try writer.finish()
    let reader = try ChangeFileReader(path)
    #expect(reader.header == header)
    #expect(reader.checksum == checksum)
    for operation in operations {
      let next = try #require(try reader.next())
      #expect(next.operation == operation)
      #expect(next.table == Self.table)
    }
    #expect(try reader.next() == nil)
    let data = try Data(contentsOf: URL(filePath: path))
    for _ in 0..<20 {
      try data.prefix(.random(in: 0..<data.count, using: &random)).write(to: URL(filePath: path))
      #expect(throws: SyncError.damaged(path: path)) { try ChangeFileReader(path) }
    }
  }

  @Test("Two changes of a row are the same only with the same key and the same values, former and new")
  func sameness() {
    func change(_ key: Value, _ place: Int, _ old: Value, _ new: Value) -> RowOperation {
      .update(key: [key], cells: [place: (old: old, new: new)])
    }
    #expect(change("k", 1, "a", "b") == change("k", 1, "a", "b"))
    let others: [RowOperation] = [
      change("l", 1, "a", "b"), change("k", 2, "a", "b"), change("k", 1, "c", "b"), change("k", 1, "a", "c"),
      .update(key: ["k"], cells: [:]), .insert(["k"]), .delete(["k"]),
    ]
    for other in others { #expect(change("k", 1, "a", "b") != other, "\(other)") }
  }

  @Test("A file of a later version is told from a damaged one") func later() throws {
    let path = folder.path + "/file"
    let bytes = Array("booklist sync 2\nanything\n\n".utf8)
    var checksum = Checksum()
    checksum.add(bytes)
    try Data(bytes + FileEnd.bytes(byteCount: bytes.count, checksum: checksum.value)).write(
      to: URL(filePath: path))
    #expect(throws: SyncError.later(path: path)) { try ChangeFileReader(path) }
  }

  @Test("Only names of files of a sync are taken for such") func names() {
    #expect(FileName("0123456789abcdef-12.changes")?.number == 12)
    for name in [
      "0123456789abcdef-12", "0123456789ABCDEF-1.changes", "0123456789abcdef-01.changes",
      "0123456789abcdef-1.sync-conflict.changes",
      "0123456789abcdef-1 (copy).changes", ".0123456789abcdef-1.changes.part", "-1.changes", "",
    ] { #expect(FileName(name) == nil, "\(name)") }
  }
}
