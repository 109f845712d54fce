/// A reader for the part of TOML 1.0 (https://toml.io) that settings need.
///
/// It reads comments, tables, bare and quoted keys, strings on one line, whole numbers, numbers with a point, booleans, and
/// arrays. It refuses everything else with a message.
package struct TOMLReader {
  private let characters: [Unicode.Scalar]
  private var place = 0
  private(set) var line = 1
  private var lineStart = 0
  private var table = ""
  private var depth = 0
  private static let depthLimit = 16
  private var seen: Set<[String]> = []

  package static func entries(of text: String) throws(TOMLProblem) -> [TOMLEntry] {
    var reader = TOMLReader(characters: Array(text.unicodeScalars))
    var entries: [TOMLEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  private mutating func next() throws(TOMLProblem) -> TOMLEntry? {
    while true {
      try skip(lines: true)
      guard let first = peek else { return nil }
      if first == "[" {
        try readTable()
      } else {
        let (line, column) = (line, column)
        let key = try readKey()
        guard seen.insert([table, key]).inserted else { throw problem("“\(key)” is set twice", line, column) }
        try skip(lines: false)
        guard take("=") else { throw problem("a = is missing after “\(key)”") }
        try skip(lines: false)
        let value = try readValue()
        try endLine()
        return TOMLEntry(table: table, key: key, value: value, line: line, column: column)
      }
    }
  }

  private mutating func readTable() throws(TOMLProblem) {
    _ = take("[")
    if peek == "[" { throw problem("arrays of tables are not supported here") }
    table = ""
    repeat {
      try skip(lines: false)
      table += (table.isEmpty ? "" : ".") + (try readKey())
      try skip(lines: false)
    } while take(".")
    guard seen.insert([table]).inserted else { throw problem("[\(table)] appears twice") }
    guard take("]") else { throw problem("a ] is missing") }
    try endLine()
  }

  private mutating func readKey() throws(TOMLProblem) -> String {
    if peek == "\"" || peek == "'" { return try readString() }
    var key = String.UnicodeScalarView()
    while let next = peek, Self.isBare(next) {
      key.append(next)
      advance()
    }
    if key.isEmpty { throw problem("a name is missing") }
    return String(key)
  }

  private mutating func readValue() throws(TOMLProblem) -> TOMLEntry.Value {
    switch peek {
    case "\"", "'": return .string(try readString())
    case "[": return try readArray()
    case "{": throw problem("inline tables are not supported: write [name] on its own line")
    default: return try readWord()
    }
  }

  private mutating func readArray() throws(TOMLProblem) -> TOMLEntry.Value {
    var values: [TOMLEntry.Value] = []
    guard depth < Self.depthLimit else { throw problem("brackets are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    _ = take("[")
    while true {
      try skip(lines: true)
      if take("]") { return .array(values) }
      values.append(try readValue())
      try skip(lines: true)
      if !take(","), peek != "]" { throw problem("a , or a ] is missing") }
    }
  }

  private mutating func readWord() throws(TOMLProblem) -> TOMLEntry.Value {
    let (line, column) = (line, column)
    var scalars = String.UnicodeScalarView()
    while let next = peek, !" \t\r\n#,]".unicodeScalars.contains(next) {
      scalars.append(next)
      advance()
    }
    let word = String(scalars)
    if word == "true" || word == "false" { return .boolean(word == "true") }
    let parts = word.drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }
    let hasOneSign = word.prefix { $0 == "-" || $0 == "+" }.count <= 1
    if isNumber, hasOneSign, parts[0].first != "0" || parts[0].count == 1 {
      if let number = Int(word) { return .integer(number) }
      if parts.count == 2, let number = Double(word) { return .number(number) }
    }
    throw problem(
      word.isEmpty ? "a value is missing" : "“\(word)” is not a value: put texts in quotes", line, column)
  }

  private mutating func readString() throws(TOMLProblem) -> String {
    guard let mark = peek else { return "" }
    advance()
    var text = String.UnicodeScalarView()
    while let next = peek, next != "\n", next != "\r" {
      advance()
      if next == mark {
        if text.isEmpty, peek == mark { throw problem("texts of several lines are not supported here") }
        return String(text)
      }
      text.append(mark == "\"" && next == "\\" ? try readEscape() : next)
    }
    throw problem("the text is not closed: a \(mark) is missing")
  }

  private mutating func readEscape() throws(TOMLProblem) -> Unicode.Scalar {
    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "r": "\r", "\"": "\"", "\\": "\\"]
    let column = column - 1
    guard let next = peek else { throw problem("the text is not closed") }
    advance()
    if let escape = escapes[next] { return escape }
    let count = next == "u" ? 4 : next == "U" ? 8 : 0
    let digits = String(String.UnicodeScalarView(characters[place..<min(characters.count, place + count)]))
    guard count > 0, digits.count == count, let code = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw problem("\\\(next) is not an escape: write \\\\ for a \\", line, column) }
    for _ in 0..<count { advance() }
    return scalar
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  private var peek: Unicode.Scalar? { place < characters.count ? characters[place] : nil }
  private var column: Int { place - lineStart + 1 }

  private mutating func advance() {
    if peek == "\n" { (line, lineStart) = (line + 1, place + 1) }
    place += 1
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == character else { return false }
    advance()
    return true
  }

  private mutating func skip(lines: Bool) throws(TOMLProblem) {
    while let next = peek,
      next == " " || next == "\t" || next == "\r" || lines && (next == "\n" || next == "#")
    {
      if next == "#" { skipComment() } else { advance() }
    }
  }

  private mutating func skipComment() { while let next = peek, next != "\n" { advance() } }

  private mutating func endLine() throws(TOMLProblem) {
    try skip(lines: false)
    if peek == "#" { skipComment() }
    if let next = peek, next != "\n" { throw problem("“\(next)” is not expected here") }
  }

  private func problem(_ text: String, _ line: Int? = nil, _ column: Int? = nil) -> TOMLProblem {
    TOMLProblem(line: line ?? self.line, column: column ?? self.column, text: text)
  }
}

/// A key of a TOML text with its value and its position: line and character, both from 1.
package struct TOMLEntry: Hashable, Sendable {
  /// The table's name, joined by points; empty before the first table.
  package let table: String
  package let key: String
  package let value: Value
  package let line: Int
  package let column: Int

  package enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case array([Value])
  }
}

/// An error in a TOML text with its position: line and character, both from 1.
package struct TOMLProblem: Error, Hashable, Sendable {
  package let line: Int
  package let column: Int
  package let text: String

  package init(line: Int, column: Int, text: String) {
    (self.line, self.column, self.text) = (line, column, text)
  }
}

package enum TOMLEdit {
  /// Sets a bare key outside all tables to a value in TOML syntax; the previous line becomes a comment.
  package static func set(_ key: String, to value: String, in text: String) throws(TOMLProblem) -> String {
    let old = try TOMLReader.entries(of: text).first { $0.table.isEmpty && $0.key == key }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A key after a table's header would belong to that table, so a new key comes first.
    let place = old.map { $0.line - 1 } ?? 0
    if old != nil { lines[place] = "# " + lines[place] }
    lines.insert("\(key) = \(value)", at: old == nil ? place : place + 1)
    let new = lines.joined(separator: "\n")
    _ = try TOMLReader.entries(of: new)
    return new
  }
}
