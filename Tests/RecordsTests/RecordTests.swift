import Records
import Testing

@Suite("Records")
struct RecordTests {
  private func hydrated(_ values: Value...) -> Record {
    let record = Record(id: .rowid(7))
    record.hydrate(values)
    return record
  }

  @Test("A record is known, then hydrated, then dirty") func states() {
    let record = Record(id: .rowid(7))
    #expect(record.state == .known)
    record.hydrate(["The Iliad", .null])
    #expect(record.state == .hydrated)
    record.set("Homer", at: 1)
    #expect(record.state == .dirty)
  }

  @Test("Setting a value that is already there leaves the record clean") func sameValue() {
    let record = hydrated("The Iliad", .null, .real(0))
    record.set("The Iliad", at: 0)
    record.set(.null, at: 1)
    record.set(.real(0), at: 2)
    #expect(record.state == .hydrated && record.originals.isEmpty)
  }

  @Test("Setting a field from NULL and to NULL is a change, and an empty text is not NULL")
  func nullIsAValue() {
    let record = hydrated(.null, "Homer", .null)
    record.set("Homer", at: 0)
    record.set(.null, at: 1)
    record.set("", at: 2)
    #expect(
      record.originals == [
        FieldValue(index: 0, value: .null), FieldValue(index: 1, value: "Homer"),
        FieldValue(index: 2, value: .null),
      ])
    #expect(record.values == ["Homer", .null, ""])
  }

  @Test("The same number in another storage class is a change") func storageClasses() {
    let record = hydrated(.integer(1))
    record.set(.real(1), at: 0)
    #expect(record.state == .dirty)
  }

  @Test("Setting a field back makes it clean, also after several values between") func setBack() {
    let record = hydrated("The Iliad", "Homer")
    record.set("Anonymous", at: 1)
    record.set(.null, at: 1)
    #expect(record.originals == [FieldValue(index: 1, value: "Homer")])
    record.set("Homer", at: 1)
    #expect(record.state == .hydrated && record.values == ["The Iliad", "Homer"])
  }

  @Test("Setting one field back leaves the other one dirty") func setOneBack() {
    let record = hydrated("The Iliad", "Homer")
    record.set("The Odyssey", at: 0)
    record.set("Anonymous", at: 1)
    record.set("The Iliad", at: 0)
    #expect(record.state == .dirty && record.originals == [FieldValue(index: 1, value: "Homer")])
  }

  @Test("What was written is clean") func settled() {
    let record = hydrated("The Iliad", "Homer")
    record.set("Anonymous", at: 1)
    record.settle([1], ["Anonymous"], of: record.edition)
    #expect(record.state == .hydrated && record.values == ["The Iliad", "Anonymous"])
  }

  @Test("A field that changed again while it was written stays dirty, against what was written")
  func settledAfterAChange() {
    let record = hydrated("The Iliad", "Homer")
    record.set("Anonymous", at: 1)
    let edition = record.edition
    record.set("Homeros", at: 1)
    record.settle([1], ["Anonymous"], of: edition)
    #expect(record.originals == [FieldValue(index: 1, value: "Anonymous")])
    record.set("Anonymous", at: 1)
    #expect(record.state == .hydrated)
  }

  @Test("A field that was set back while its change was written is dirty") func setBackWhileWritten() {
    let record = hydrated("The Iliad", "Homer")
    record.set("Anonymous", at: 1)
    let edition = record.edition
    record.set("Homer", at: 1)
    record.settle([1], ["Anonymous"], of: edition)
    #expect(record.originals == [FieldValue(index: 1, value: "Anonymous")])
  }

  @Test("Settling one field leaves the other one dirty") func settledInPart() {
    let record = hydrated("The Iliad", "Homer")
    record.set("The Odyssey", at: 0)
    let edition = record.edition
    record.set("Anonymous", at: 1)
    record.settle([0], ["The Odyssey"], of: edition)
    #expect(record.originals == [FieldValue(index: 1, value: "Homer")])
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
