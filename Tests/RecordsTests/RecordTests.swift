import Records
import Testing

@Suite("Records") struct RecordTests {
  private func hydrated(_ values: Value...) -> Record {
    let record = Record(id: .rowid(7))
    record.hydrate(values)
    return record
  }

  @Test(
    "A field that is set keeps its original until it is set back; NULL and a storage class are values",
    arguments: [
      ("as it was", ["The Iliad", .null, .real(0)], [(0, "The Iliad"), (1, .null), (2, .real(0))], []),
      (
        "NULL", [.null, "Homer", .null], [(0, "Homer"), (1, .null), (2, "")],
        [(0, .null), (1, "Homer"), (2, .null)]
      ),
      ("a storage class", [.integer(1)], [(0, .real(1))], [(0, .integer(1))]),
      ("several values", ["The Iliad", "Homer"], [(1, "Anonymous"), (1, .null)], [(1, "Homer")]),
      ("back after several", ["The Iliad", "Homer"], [(1, "Anonymous"), (1, .null), (1, "Homer")], []),
      (
        "one of two back", ["The Iliad", "Homer"], [(0, "The Odyssey"), (1, "Anonymous"), (0, "The Iliad")],
        [(1, "Homer")]
      ),
    ] as [(String, [Value], [(Int, Value)], [(Int, Value)])])
  func set(_ name: String, _ values: [Value], _ sets: [(Int, Value)], _ originals: [(Int, Value)]) {
    let record = Record(id: .rowid(7))
    #expect(record.state == .known)
    record.hydrate(values)
    for (field, value) in sets { record.set(value, at: field) }
    #expect(record.originals == originals.map { FieldValue(index: $0, value: $1) })
    #expect(record.state == (originals.isEmpty ? .hydrated : .dirty))
    #expect(record.values == sets.reduce(into: values) { $0[$1.0] = $1.1 })
  }

  @Test(
    "What was written is clean; what was set again meanwhile is dirty against it, and another field as it was",
    arguments: [
      ([(1, "Anonymous")], [], [], ["The Iliad", "Anonymous"]),
      ([(1, "Anonymous")], [(1, "Homeros")], [(1, "Anonymous")], ["The Iliad", "Homeros"]),
      ([(1, "Anonymous")], [(1, "Homer")], [(1, "Anonymous")], ["The Iliad", "Homer"]),
      ([(0, "The Odyssey")], [(1, "Anonymous")], [(1, "Homer")], ["The Odyssey", "Anonymous"]),
    ] as [([(Int, Value)], [(Int, Value)], [(Int, Value)], [Value])])
  func settled(
    _ written: [(Int, Value)], _ meanwhile: [(Int, Value)], _ originals: [(Int, Value)], _ values: [Value]
  ) {
    let record = hydrated("The Iliad", "Homer")
    for (field, value) in written { record.set(value, at: field) }
    let edition = record.edition
    for (field, value) in meanwhile { record.set(value, at: field) }
    record.settle(written.map(\.0), written.map(\.1), of: edition)
    #expect(record.originals == originals.map { FieldValue(index: $0, value: $1) } && record.values == values)
    #expect(record.state == (originals.isEmpty ? .hydrated : .dirty))
    for (field, value) in written { record.set(value, at: field) }
    let others = originals.filter { original in !written.contains { $0.0 == original.0 } }
    #expect(record.originals.map(\.index) == others.map(\.0))
  }

  @Test("A dehydrated record holds nothing, and can be hydrated with something else") func dehydrated() {
    let record = hydrated("The Iliad", "Homer")
    #expect(record.byteCount > 14)
    record.dehydrate()
    #expect(record.state == .known && record.values == nil && record.byteCount == 0)
    record.hydrate(["The Odyssey", .null])
    #expect(record.values == ["The Odyssey", .null])
  }

  @Test("The bytes held grow by a text's own bytes, and by an original that is kept") func byteCounts() {
    let short = hydrated("a"), long = hydrated(.text(Text(bytes: [UInt8](repeating: 65, count: 1001))))
    #expect(long.byteCount - short.byteCount == 1000)
    let before = long.byteCount
    long.set("a", at: 0)
    #expect(long.byteCount > before)
    long.set(.text(Text(bytes: [UInt8](repeating: 65, count: 1001))), at: 0)
    #expect(long.byteCount == before)
  }
}
