/// A reader for BibTeX (btxdoc, 2; the grammar of btparse): lowercase names, and values with their inner braces.
struct BibTeXReader {
  struct Entry {
    let type: String
    let key: String
    let fields: [(name: String, value: String)]
    let line: Int
  }

  private var bytes: [UInt8] = []
  private var isWhole = false
  /// The number of bytes required before an incomplete entry is tried again.
  private var wanted = 0
  private var place = 0
  private var counter = PlaceCounter()
  /// The `@string` definitions, and the names of months, which stand for themselves.
  private var strings: [String: String] = [:]
  /// How far names may still expand in bytes: each can contain another twice, and so double in length.
  private var room = 1 << 20

  mutating func append(_ next: [UInt8], isLast: Bool) {
    bytes.removeFirst(place)
    place = 0
    bytes += next
    room += 4 * next.count
    isWhole = isLast
  }

  /// The next entry; nil if the bytes end before it does.
  ///
  /// - Complexity: O(*n*) in the bytes, however they are divided. The unfinished entry is kept in memory.
  /// - Throws: `expected` for an incomplete entry, `rowTooLong` for one longer than `ReadLimit.row`.
  mutating func next() throws(FormatError) -> Entry? {
    guard isWhole || bytes.count >= wanted else { return nil }
    wanted = 0
    while skip(to: UInt8(ascii: "@")) {
      let start = (place: place, counter: counter, room: room)
      do throws(FormatError) {
        if let entry = try entryHere() { return entry }
        guard !isWhole, place == bytes.count else { continue }
      } catch {
        // More bytes may complete an entry that fails at the end.
        guard !isWhole, place == bytes.count else { throw error }
      }
      (place, counter, room) = start
      if bytes.count - place > ReadLimit.row { throw .rowTooLong(here) }
      wanted = 2 * (bytes.count - place)
      return nil
    }
    return nil
  }

  private mutating func entryHere() throws(FormatError) -> Entry? {
    let line = counter.place.line
    advance()
    let type = word().lowercased()
    skipBlanks()
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "("), !type.isEmpty else { return nil }
    let end: UInt8 = byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
    if type == "comment" {
      _ = try braced(end)
      return nil
    }
    advance()
    switch type {
    case "preamble":
      _ = try value()
      try take(end)
    case "string":
      for field in try fields(end) { strings[field.name] = field.value }
    default: return try entry(type, end, line)
    }
    return nil
  }

  private mutating func entry(_ type: String, _ end: UInt8, _ line: Int) throws(FormatError) -> Entry {
    skipBlanks()
    let (start, before) = (place, counter)
    while let byte, byte != UInt8(ascii: ","), byte != end, byte != 10, byte != 13 { advance() }
    var key = text(start..<place).trimmed
    if key.contains("=") {
      // There is no key, and this is the first field.
      (key, place, counter) = ("", start, before)
    }
    skipBlanks()
    if byte == UInt8(ascii: ",") { advance() }
    return Entry(type: type, key: key, fields: try fields(end), line: line)
  }

  private mutating func fields(_ end: UInt8) throws(FormatError) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    while true {
      skipBlanks()
      if byte == UInt8(ascii: ",") { advance(); continue }
      if byte == end { break }
      let name = word().lowercased()
      guard !name.isEmpty else { throw .expected(.name, here) }
      try take(UInt8(ascii: "="))
      fields.append((name, try value()))
    }
    advance()
    return fields
  }

  private mutating func value() throws(FormatError) -> String {
    var value = ""
    repeat {
      skipBlanks()
      switch byte {
      case UInt8(ascii: "{"): value += try braced(UInt8(ascii: "}"))
      case UInt8(ascii: "\""): value += try quoted()
      default:
        let word = word()
        guard !word.isEmpty else { throw .expected(.value, here) }
        value += try text(named: word)
      }
      skipBlanks()
    } while takes(UInt8(ascii: "#"))
    return value.singleSpaced
  }

  private mutating func text(named name: String) throws(FormatError) -> String {
    guard let text = strings[name.lowercased()] else { return name }
    room -= text.utf8.count
    if room < 0 { throw .expandsTooFar(here) }
    return text
  }

  private mutating func braced(_ end: UInt8) throws(FormatError) -> String {
    let opened = here
    advance()
    let start = place
    var depth = 0
    while let byte {
      if byte == end && depth == 0 {
        defer { advance() }
        return text(start..<place)
      }
      // BibTeX ignores a backslash before a brace; a Windows path may end with one.
      if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
      advance()
    }
    throw .expected(.character(Character(Unicode.Scalar(end))), opened)
  }

  private mutating func quoted() throws(FormatError) -> String {
    let opened = here
    advance()
    let start = place
    var depth = 0
    while let byte {
      if byte == UInt8(ascii: "\"") && depth == 0 {
        defer { advance() }
        return text(start..<place)
      }
      if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
      advance()
    }
    throw .unclosedQuote(opened)
  }

  // MARK: Bytes

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private var here: TextPlace { counter.place }

  private func text(_ range: Range<Int>) -> String {
    let part = bytes[range]
    return String(validating: part, as: UTF8.self)
      ?? String(decoding: TextDecoder.windows1252(part), as: UTF8.self)
  }

  private mutating func advance() {
    guard let byte else { return }
    place += 1
    counter.advance(over: byte)
  }

  private mutating func skip(to wanted: UInt8) -> Bool {
    while let byte, byte != wanted { advance() }
    return byte != nil
  }

  private mutating func skipBlanks() {
    while let byte {
      if byte == UInt8(ascii: "%") { while let byte = self.byte, byte != 10 { _ = byte; advance() } }
      guard let next = self.byte, [32, 9, 10, 13].contains(next) else { return }
      advance()
    }
  }

  private mutating func word() -> String {
    skipBlanks()
    let start = place
    while let byte, byte > 32, !"\"#%'(),={}".utf8.contains(byte) { advance() }
    return text(start..<place)
  }

  private mutating func takes(_ wanted: UInt8) -> Bool {
    skipBlanks()
    guard byte == wanted else { return false }
    advance()
    return true
  }

  private mutating func take(_ wanted: UInt8) throws(FormatError) {
    guard takes(wanted) else { throw .expected(.character(Character(Unicode.Scalar(wanted))), here) }
  }
}
