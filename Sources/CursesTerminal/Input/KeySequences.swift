import Cells

package struct KeySequences {
  /// Without duplicates; an array, since there are few and a dictionary takes longer to set up.
  private var keys: [(bytes: [UInt8], key: Key?)] = []

  /// By terminfo(5) names.
  ///
  /// Those that end in a digit are ncurses extensions: 3 is Alt and 5 is Control, with which an arrow moves by words.
  private static let names: [(String, Key?)] = [
    // The consoles of SCO and FreeBSD send for these what begins a mouse report elsewhere.
    ("kf8", nil), ("kf34", nil),
    ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
    ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
    ("kf1", .f1),
    ("kLFT3", .alt("b")), ("kLFT5", .alt("b")), ("kRIT3", .alt("f")), ("kRIT5", .alt("f")),
  ]

  package init(sequence: (String) -> [UInt8]?) {
    for (name, key) in Self.names {
      guard let bytes = sequence(name), bytes.count > 1, bytes[0] == 0x1B else { continue }
      keys.removeAll { $0.bytes == bytes }
      keys.append((bytes, key))
    }
  }

  /// The longest sequence that the bytes begin with; `key` is nil if the program has no use for it.
  func match(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    let longest = keys.filter { bytes.starts(with: $0.bytes) }.max { $0.bytes.count < $1.bytes.count }
    return longest.map { ($0.key, $0.bytes.count) }
  }

  func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && keys.contains { $0.bytes.count > bytes.count && $0.bytes.starts(with: bytes) }
  }
}
