/// The CREATE statement of a table or a trigger, for the parts that no pragma reports.
package struct TableText {
  /// Words in uppercase and punctuation, without comments; a single `"` represents a quoted part.
  private let words: [String]
  private let quotedTexts: [Int: String]
  private let places: [Range<Int>]
  private let bytes: [UInt8]

  package init(_ sql: String) {
    bytes = Array(sql.utf8)
    var scanner = Scanner(bytes: bytes)
    var (words, quotedTexts, places) = ([String](), [Int: String](), [Range<Int>]())
    while let word = scanner.next() {
      quotedTexts[words.count] = scanner.quotedText
      words.append(word)
      places.append(scanner.start..<scanner.place)
    }
    (self.words, self.quotedTexts, self.places) = (words, quotedTexts, places)
  }

  /// The column is nil for a CHECK of the whole table.
  package var checks: [(column: String?, text: String)] {
    var (checks, depth, column, isStart) = ([(column: String?, text: String)](), 0, String?.none, false)
    for (place, word) in words.enumerated() {
      if isStart, depth == 1 {
        column = Self.constraints.contains(word) ? nil : quotedTexts[place] ?? text(places[place])
      }
      isStart = depth == 0 && word == "(" || depth == 1 && word == ","
      if depth == 1, words[place...].starts(with: ["CHECK", "("]), let end = endOfGroup(at: place + 1) {
        checks.append((column, text(places[place + 1].upperBound..<places[end].lowerBound)))
      }
      if word == "(" { depth += 1 } else if word == ")" { depth -= 1 }
    }
    return checks
  }

  private static let constraints: Set<String> = ["CONSTRAINT", "CHECK", "PRIMARY", "UNIQUE", "FOREIGN"]

  private func endOfGroup(at start: Int) -> Int? {
    var depth = 0
    for place in start..<words.count {
      if words[place] == "(" { depth += 1 } else if words[place] == ")" { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether a uniqueness constraint may remove the other row, ignore the new one, or end the transaction
  /// (lang_conflict.html).
  package var resolvesConflicts: Bool {
    words.indices.dropFirst().contains { place in
      words[place...].starts(with: ["ON", "CONFLICT"]) && words[place - 1] != "NULL"
        && !words[place...].starts(with: ["ON", "CONFLICT", "ABORT"])
    }
  }

  package var replacesRows: Bool {
    words.indices.dropFirst().contains { place in
      words[place...].starts(with: ["ON", "CONFLICT", "REPLACE"]) && words[place - 1] != "NULL"
    }
  }

  /// The texts of a CHECK like `CHECK (x IN ('a', 'b'))`, optionally with `x IS NULL OR` before it.
  package func choices(of column: String) -> [String] {
    for place in words.indices where words[place...].starts(with: ["CHECK", "("]) {
      var rest = place + 2
      guard isName(rest, column) else { continue }
      if words[(rest + 1)...].starts(with: ["IS", "NULL", "OR"]), isName(rest + 4, column) { rest += 4 }
      guard words[(rest + 1)...].starts(with: ["IN", "("]) else { continue }
      let list = words[(rest + 3)...].prefix { $0 != ")" }
      let texts = list.indices.compactMap { quotedTexts[$0] }
      let isPlain = list.enumerated().allSatisfy { ($1 == ",") == !$0.isMultiple(of: 2) }
      if isPlain, texts.count * 2 == list.count + 1, words[list.endIndex...].starts(with: [")", ")"]) {
        return texts
      }
    }
    return []
  }

  /// The module of a virtual table, in lower case: `CREATE VIRTUAL TABLE x USING rtree(…)`.
  package var module: String? {
    guard let place = words.firstIndex(of: "USING"), words.indices.contains(place + 1) else { return nil }
    return (quotedTexts[place + 1] ?? words[place + 1]).lowercased()
  }

  private func isName(_ place: Int, _ column: String) -> Bool {
    guard words.indices.contains(place) else { return false }
    return (quotedTexts[place] ?? words[place]).uppercased() == column.uppercased()
  }

  package var event: String? { words.first { ["INSERT", "UPDATE", "DELETE"].contains($0) } }

  /// Splits a statement into words (see "The Tokenizer" in SQLite's tokenize.c).
  private struct Scanner {
    let bytes: [UInt8]
    private(set) var start = 0
    private(set) var place = 0
    private(set) var quotedText: String?

    private static let quotes: [UInt8: UInt8] = [34: 34, 39: 39, 91: 93, 96: 96]

    mutating func next() -> String? {
      skipBlanks()
      quotedText = nil
      guard place < bytes.count else { return nil }
      start = place
      if let end = Self.quotes[bytes[start]] {
        quotedText = skipQuoted(end)
        return "\""
      }
      place += 1
      if Self.isOfWord(bytes[start]) {
        while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
      }
      return String(decoding: bytes[start..<place], as: UTF8.self).uppercased()
    }

    private mutating func skipQuoted(_ end: UInt8) -> String {
      var text: [UInt8] = []
      place += 1
      while place < bytes.count {
        if bytes[place] == end {
          guard end != 93, place + 1 < bytes.count, bytes[place + 1] == end else { break }
          place += 1
        }
        text.append(bytes[place])
        place += 1
      }
      place = min(place + 1, bytes.count)
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipBlanks() {
      while place < bytes.count {
        if bytes[place...].starts(with: "--".utf8) {
          skip(past: [10])
        } else if bytes[place...].starts(with: "/*".utf8) {
          place += 1
          skip(past: Array("*/".utf8))
        } else if bytes[place] == 32 || (9...13).contains(bytes[place]) {
          place += 1
        } else {
          return
        }
      }
    }

    private mutating func skip(past end: [UInt8]) {
      place += 1
      while place < bytes.count, !bytes[place...].starts(with: end) { place += 1 }
      place = min(place + end.count, bytes.count)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == 95 || byte == 36 || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    }
  }
}
