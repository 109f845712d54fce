import Records
import Testing

@Suite("Large values") struct LargeValueTests {
  @Test("A head has at most 4,096 bytes, and of a text no character that is cut in two") func heads() throws {
    #expect(LargeValue(.null) == nil && LargeValue(.integer(1)) == nil && LargeValue(.real(1)) == nil)
    let blob = try #require(LargeValue(.blob([UInt8](repeating: 0xFF, count: 5_000))))
    #expect(!blob.isText && blob.byteCount == 5_000 && blob.head == [UInt8](repeating: 0xFF, count: 4_096))
    for (character, lost) in [("é", 1), ("€", 1), ("😀", 3), ("a", 0)] {
      let text = String(repeating: "a", count: 4_096 - lost) + character + "and more"
      let large = try #require(LargeValue(.text(Text(text))))
      #expect(large.isText && large.byteCount == text.utf8.count)
      #expect(large.head == Array(text.utf8.prefix(4_096 - lost)), "\(character)")
      #expect(large.shown == .text(Text(String(repeating: "a", count: 4_096 - lost))))
    }
    // Whole characters at the end stay, and so does what never was one.
    let whole = String(repeating: "€", count: 1_364) + "aaaa" + "é…"
    #expect(LargeValue(.text(Text(whole)))?.head.count == 4_096)
    let invalid = [UInt8](repeating: 0xBF, count: 5_000)
    #expect(LargeValue(.text(Text(bytes: invalid)))?.head.count == 4_096)
  }

  @Test("A text that fits is not cut, even if it ends within a character") func shortHeads() {
    #expect(LargeValue(.text(Text(bytes: [0x61, 0xC3])))?.head == [0x61, 0xC3])
  }

  @Test("What is shown of a snapshot has the heads in the places of the large values")
  func shownValues() throws {
    let large = try #require(LargeValue(.blob([1, 2, 3])))
    let snapshot = RecordSnapshot(
      id: .rowid(1), values: ["a", .null, .null], large: [LargeField(index: 1, value: large)],
      state: .hydrated)
    #expect(snapshot.shownValues == ["a", .blob([1, 2, 3]), .null])
    #expect(snapshot.large(at: 1) == large && snapshot.large(at: 2) == nil)
  }
}
