import Cells

/// What a terminal sends for its keys, each sequence beginning with ESC.
struct KeySequences {
  private var keys: [[UInt8]: Key] = [:]
  private var beginnings: Set<[UInt8]> = []
  private var longest = 0

  /// The keys by their names in terminfo(5).
  ///
  /// Names that end in a digit are ncurses' extensions: 3 is Alt and 5 is Control, with which an arrow goes by words.
  private static let names: [(String, Key)] = [
    ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
    ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
    ("kLFT3", .alt("b")), ("kLFT5", .alt("b")), ("kRIT3", .alt("f")), ("kRIT5", .alt("f")),
  ]

  /// Makes the table of what `sequence` gives for a terminfo name; nil is a key that the terminal does not have.
  init(sequence: (String) -> [UInt8]?) {
    for (name, key) in Self.names {
      guard let bytes = sequence(name), bytes.count > 1, bytes[0] == 0x1B else { continue }
      keys[bytes] = key
      longest = max(longest, bytes.count)
      for count in 1..<bytes.count { beginnings.insert(Array(bytes.prefix(count))) }
    }
  }

  /// The key whose sequence the bytes begin with, and the sequence's length; the longest where there are several.
  func match(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
    for length in stride(from: min(longest, bytes.count), to: 1, by: -1) {
      if let key = keys[Array(bytes.prefix(length))] { return (key, length) }
    }
    return nil
  }

  /// Whether the bytes are the beginning of a sequence that is longer.
  func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < longest && beginnings.contains(Array(bytes))
  }
}
