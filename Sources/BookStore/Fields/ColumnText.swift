/// The column definitions of a CREATE TABLE statement as written, without comments.
struct ColumnText {
  private let bytes: [UInt8]
  private var place = 0
  private var items: [[Word]] = []

  private struct Word {
    let text: String
    let isApart: Bool
  }

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    read()
  }

  func definition(of column: String) -> String? {
    for item in items {
      guard let first = item.first, Self.name(first.text).isSameName(as: column) else { continue }
      let rest = item.dropFirst().reduce("") { $0 + ($1.isApart ? " " : "") + $1.text }
      return rest.first == " " ? String(rest.dropFirst()) : rest
    }
    return nil
  }

  private static func name(_ word: String) -> String {
    guard let first = word.utf8.first, let end = quotes[first], word.utf8.count > 1 else { return word }
    let inner = String(word.dropFirst().dropLast())
    let quote = String(decoding: [end], as: UTF8.self)
    guard end != 93 else { return inner }
    var name = ""
    var isHalf = false
    for character in inner {
      if String(character) == quote, !isHalf {
        isHalf = true
        continue
      }
      isHalf = false
      name.append(character)
    }
    return name
  }

  /// Opening quotation marks and their closing ones; see "The Tokenizer" in SQLite's tokenize.c.
  private static let quotes: [UInt8: UInt8] = [34: 34, 39: 39, 91: 93, 96: 96]

  private mutating func read() {
    var depth = 0
    var isApart = false
    while place < bytes.count {
      if skipBlank() {
        isApart = true
        continue
      }
      let text = nextWord()
      defer { isApart = false }
      if text == ")" { depth -= 1 }
      if depth == 0, text == ")" { return }
      if depth == 1, text == "," {
        items.append([])
      } else if depth > 0 {
        items[items.count - 1].append(Word(text: text, isApart: isApart))
      } else if text == "(" {
        items.append([])
      }
      if text == "(" { depth += 1 }
    }
  }

  private mutating func skipBlank() -> Bool {
    if bytes[place] == 32 || (9...13).contains(bytes[place]) {
      place += 1
      return true
    }
    for (start, end) in [("--", "\n"), ("/*", "*/")] where bytes[place...].starts(with: start.utf8) {
      place += 2
      while place < bytes.count, !bytes[place...].starts(with: end.utf8) { place += 1 }
      place = min(place + end.utf8.count, bytes.count)
      return true
    }
    return false
  }

  private mutating func nextWord() -> String {
    let start = place
    place += 1
    if let end = Self.quotes[bytes[start]] {
      skipQuoted(to: end)
    } else if Self.isOfWord(bytes[start]) {
      while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipQuoted(to end: UInt8) {
    while place < bytes.count {
      let isEnd = bytes[place] == end
      place += 1
      guard isEnd else { continue }
      if end != 93, place < bytes.count, bytes[place] == end {
        place += 1
      } else {
        return
      }
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 95 || byte == 36 || (48...57).contains(byte) || (65...90).contains(byte)
      || (97...122).contains(byte)
  }
}
