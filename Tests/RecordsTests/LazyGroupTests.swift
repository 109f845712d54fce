import Records
import Testing

/// The values of a record that were not read with the others.
@Suite("The lazy group") struct LazyGroupTests {
  private let photo = Value.blob([UInt8](repeating: 7, count: 100_000))

  private func large(_ value: Value) throws -> LargeValue { try #require(LargeValue(value)) }

  /// A record whose middle field is large.
  private func record() throws -> Record {
    let record = Record(id: .rowid(7))
    record.hydrate(["Lamp", .null, "yellow"], large: [LargeField(index: 1, value: try large(photo))])
    return record
  }

  @Test("A value is known by its size, held when it was read, counted, and let go") func held() throws {
    let record = try record()
    let before = record.byteCount
    #expect(before < 10_000)
    #expect(record.value(at: 1) == nil && record.value(at: 0) == "Lamp" && record.values?[1] == .null)
    record.hold(photo, at: 1)
    #expect(record.value(at: 1) == photo && record.values?[1] == .null && record.holdsLarge)
    #expect(record.byteCount - before == 100_032)
    #expect(record.state == .hydrated)
    record.releaseLarge()
    #expect(record.value(at: 1) == nil && !record.holdsLarge && record.byteCount == before)
    #expect(try record.large == [LargeField(index: 1, value: large(photo))])
  }

  @Test("A value that is set is among the others, its original is kept, and back it is in the group again")
  func setAndBack() throws {
    let record = try record()
    record.hold(photo, at: 1)
    let before = record.byteCount
    record.set(.null, at: 1)
    #expect(record.large.isEmpty && record.value(at: 1) == .some(.null) && record.state == .dirty)
    #expect(record.originals == [FieldValue(index: 1, value: photo)])
    record.set("other", at: 1)
    record.releaseLarge()
    #expect(record.originals == [FieldValue(index: 1, value: photo)])
    record.set(photo, at: 1)
    #expect(record.state == .hydrated && record.byteCount == before)
    #expect(record.value(at: 1) == photo && record.values?[1] == .null)
  }

  @Test("Taking edits back and writing them put large values into the group")
  func revertedAndWritten() throws {
    let record = try record()
    let text = Value.text(Text(String(repeating: "ä", count: 50_000)))
    record.hold(photo, at: 1)
    let clean = record.byteCount
    record.set("small", at: 1)
    record.revert()
    #expect(record.byteCount == clean && record.value(at: 1) == photo && record.large.count == 1)
    record.set(text, at: 2)
    #expect(record.values?[2] == text)
    record.settle()
    #expect(record.large.map(\.index) == [1, 2] && record.value(at: 2) == text && record.state == .hydrated)
    #expect(try record.large.last?.value == large(text))
    record.releaseLarge()
    #expect(record.byteCount < 20_000)
  }

  @Test("A large value that was written while another field was set is of the group")
  func setAfterIt() throws {
    let record = try record()
    let text = Value.text(Text(String(repeating: "a", count: 70_000)))
    record.set(text, at: 2)
    let edition = record.edition
    record.set("Lantern", at: 0)
    record.settle([2], [text], of: edition)
    #expect(record.large.map(\.index) == [1, 2] && record.originals == [FieldValue(index: 0, value: "Lamp")])
  }

  @Test("A large value that was set back while another one was written is dirty, and nothing of it is lost")
  func setBackWhileWritten() throws {
    let record = try record()
    record.hold(photo, at: 1)
    record.set(.null, at: 1)
    let edition = record.edition
    record.set(photo, at: 1)
    #expect(record.state == .hydrated)
    record.settle([1], [.null], of: edition)
    #expect(record.state == .dirty && record.values?[1] == photo && record.large.isEmpty)
    #expect(record.originals == [FieldValue(index: 1, value: .null)])
  }

  @Test("Without a value in the group nothing is held for it, and other fields go their way")
  func othersFields() throws {
    let record = try record()
    let before = record.byteCount
    record.set("Lantern", at: 0)
    record.settle()
    #expect(record.byteCount == before + 3 && record.large.count == 1 && !record.holdsLarge)
    record.dehydrate()
    #expect(record.byteCount == 0 && record.large.isEmpty)
  }
}
