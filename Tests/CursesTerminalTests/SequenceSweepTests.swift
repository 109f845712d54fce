import Cells
import TestSupport
import Testing

@testable import CursesTerminal

/// Whatever a terminal sends that is no text, and however it comes: nothing of it is typed.
@Suite struct SequenceSweepTests {
  /// Feeds pieces, each followed by some silences, and at last, after long ones, an `x`.
  private func events(of pieces: [ArraySlice<UInt8>], silences: Int = 0) -> [Event] {
    var (decoder, found) = (decoder(), [Event]())
    decoder.awaitsReply = true
    func drain() { while let event = decoder.next() { found.append(event) } }
    for piece in pieces {
      decoder.feed(piece)
      drain()
      for _ in 0..<silences where decoder.patience != nil {
        if let event = decoder.giveUp() { found.append(event) }
        drain()
      }
    }
    while decoder.patience != nil {
      if let event = decoder.giveUp() { found.append(event) }
      drain()
    }
    decoder.feed(Array("x".utf8))
    drain()
    return found
  }

  /// What a beginning is taken for where its rest is late: keys that the terminal has sent, and that do nothing but Esc.
  private static let beginnings: Set<Event> = [
    .key(.escape), .key(.alt("[")), .key(.alt("O")), .key(.alt("]")), .key(.alt("P")), .key(.alt("_")),
  ]

  /// Whether an event does something that a person would have to type.
  private func isTyped(_ event: Event) -> Bool {
    switch event {
    case .key(.character), .key(.enter), .paste, .refused: true
    default: false
    }
  }

  private func isMouse(_ event: Event) -> Bool { if case .mouse = event { true } else { false } }

  @Test("Whole, twice, or cut at any byte, it is the same", arguments: TerminalSequences.all)
  func cut(_ sequence: String) {
    let bytes = TerminalSequences.bytes(of: sequence)
    let whole = events(of: [bytes[...]])
    #expect(whole.last == .key(.character("x")) && whole.count <= 2)
    let means = whole.dropLast()
    let isEnter = ["␛OM", "␛[13u", "␛[57414u"].contains(sequence)
    #expect(isEnter || !means.contains(where: isTyped), "\(means)")
    #expect(events(of: [(bytes + bytes)[...]]) == means + means + [.key(.character("x"))])
    for cut in cuts(of: bytes) { #expect(events(of: [bytes[..<cut], bytes[cut...]]) == whole, "\(cut)") }
    #expect(events(of: bytes.indices.map { bytes[$0...$0] }) == whole)
  }

  @Test("Where its rest is late, or never comes, nothing of it is typed", arguments: TerminalSequences.all)
  func late(_ sequence: String) {
    let bytes = TerminalSequences.bytes(of: sequence)
    let means = Set(events(of: [bytes[...]]).dropLast())
    for cut in cuts(of: bytes) {
      // The first byte of a row in UTF-8 is a row by itself, in the oldest form, if nothing follows.
      let isPress = sequence.hasPrefix("␛[M") && cut == bytes.count - 1
      let means = means.union(isPress ? events(of: [bytes[..<cut]]).dropLast().filter(isMouse) : [])
      let late = events(of: [bytes[..<cut], bytes[cut...]], silences: 1)
      #expect(late.last == .key(.character("x")), "\(cut)")
      #expect(means.union(Self.beginnings).isSuperset(of: late.dropLast()), "\(cut): \(late)")
      let begun = events(of: [bytes[..<cut]])
      #expect(begun.last == .key(.character("x")), "\(cut)")
      #expect(
        Self.beginnings.union(isPress ? means : []).isSuperset(of: begun.dropLast()), "\(cut): \(begun)")
    }
  }

  @Test("What is longer than anything known is the same at once and byte by byte") func long() {
    let unknown = { "␛]" + String(repeating: "q", count: $0) + "\u{7}" }
    for sequence in [
      "␛O" + String(repeating: "1", count: 40) + "A", unknown(254), unknown(255), unknown(256),
    ] {
      let bytes = TerminalSequences.bytes(of: sequence)
      #expect(events(of: [bytes[...]]) == keys(.character("x")))
      #expect(events(of: [(bytes + [0x79])[...]]) == keys(.character("y"), .character("x")))
      #expect(events(of: bytes.indices.map { bytes[$0...$0] }) == keys(.character("x")))
    }
  }

  @Test("What follows the late rest of a long string is a key") func afterLateString() {
    let bytes = TerminalSequences.bytes(of: "␛]52;c;" + String(repeating: "q", count: 9_000) + "\u{7}y")
    for cut in [2, 10, 5_000] {
      let found = events(of: [bytes[..<cut], bytes[cut...]], silences: 1)
      #expect(found.suffix(2) == keys(.character("y"), .character("x"))[...])
    }
  }

  /// Every place to cut, or of what is long some.
  private func cuts(of bytes: [UInt8]) -> [Int] {
    (1..<bytes.count).filter {
      $0 < 40 || bytes.count - $0 < 40 || $0 % 997 == 0 || (4_090...4_105).contains($0)
    }
  }

  @Test("A string without an end is ended by Control with C, which is then a key") func stringWithoutEnd() {
    let begin = TerminalSequences.bytes(of: "␛]52;c;" + String(repeating: "q", count: 9_000))
    #expect(events(of: [(begin + [0x03])[...]]) == keys(.control("c"), .character("x")))
    #expect(events(of: [(begin + [0x18])[...]]) == keys(.character("x")))
    #expect(events(of: [begin[...], TerminalSequences.bytes(of: "␛[A")[...]]) == keys(.up, .character("x")))
  }
}
