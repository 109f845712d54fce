import Records

/// The records of a RIS file, from `TY` to `ER`; text between records is skipped and reported.
struct RISRows: RowReader {
  private var divider = LineDivider()
  private var line = 0
  private var record: [(tag: String, value: String)] = []
  private var start = 0
  private var hasJunk = false
  private static let wholeWorks: Set<String> = [
    "BOOK", "EBOOK", "EDBOOK", "CLSWK", "MANSCPT", "PAMP", "RPRT", "SER", "THES", "AUDIO", "SOUND", "MUSIC",
    "GEN",
  ]

  static let tags: Set<String> = [
    "TY", "ER", "ID", "TI", "T1", "BT", "ST", "AU", "A1", "A2", "ED", "A4", "PB", "DA", "PY", "Y1", "SN",
    "T3", "T2", "VL", "M1", "LA", "SP", "EP", "KW", "N1",
  ]

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    let lines = try divider.lines(of: bytes, isLast: isLast).flatMap { line in
      // A text with only CR as line ends is a single line for the divider.
      (line.last == 13 ? line.dropLast() : line[...]).split(separator: 13, omittingEmptySubsequences: false)
    }
    for bytes in lines {
      line += 1
      let text =
        (String(validating: bytes, as: UTF8.self)
        ?? String(decoding: TextDecoder.windows1252(bytes), as: UTF8.self)).trimmed
      if let row = take(text) { rows.append(row) }
    }
    if isLast, !record.isEmpty { rows.append(end()) }
    return rows
  }

  private mutating func take(_ text: String) -> FormatRow? {
    guard let (tag, value) = Self.field(text) else {
      if record.isEmpty {
        hasJunk = hasJunk || !text.isEmpty
      } else if !text.isEmpty, let last = record.indices.last {
        // EndNote writes each further keyword on a line of its own.
        if record[last].tag == "KW" { record.append(("KW", text)) } else { record[last].value += " " + text }
      }
      return nil
    }
    switch tag {
    case "TY":
      let unfinished = record.isEmpty ? nil : end()
      (record, start) = ([(tag, value)], line)
      return unfinished
    case "ER": return record.isEmpty ? nil : end()
    default:
      if record.isEmpty { hasJunk = true } else { record.append((tag, value)) }
      return nil
    }
  }

  private static func field(_ text: String) -> (String, String)? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 5, (65...90).contains(bytes[0]),
      (48...57).contains(bytes[1]) || (65...90).contains(bytes[1]),
      bytes[2] == 32, let dash = bytes.dropFirst(2).firstIndex(where: { $0 != 32 }), bytes[dash] == 45,
      dash < 6
    else { return nil }
    return (
      String(decoding: bytes[..<2], as: UTF8.self),
      String(decoding: bytes[(dash + 1)...], as: UTF8.self).trimmed
    )
  }

  private mutating func end() -> FormatRow {
    defer { (record, hasJunk) = ([], false) }
    let values = Dictionary(grouping: record.filter { !$0.value.isEmpty }, by: \.tag).mapValues {
      $0.map(\.value)
    }
    func all(_ tags: String...) -> [String] { tags.flatMap { values[$0] ?? [] } }
    let isWhole = all("TY").first.map(Self.wholeWorks.contains) ?? false
    var tags: [String] = []
    for field in record where !tags.contains(field.tag) { tags.append(field.tag) }
    var row = FormatRow(
      line: start, columns: tags, values: tags.map { .text(Text(all($0).joined(separator: "; "))) })
    row.id = all("ID").first
    row.book[.title] = all("TI", "T1", "BT").first
    row.book[.subtitle] = all("ST").first
    row.book[.author] = all("AU", "A1").joined(separator: "; ").nonEmpty
    let people = all("A2", "ED").map { "\($0) (editor)" } + all("A4").map { "\($0) (translator)" }
    row.book[.contributors] = people.joined(separator: "; ").nonEmpty
    row.book[.publisher] = all("PB").first
    row.book[.published] = all("DA", "PY", "Y1").lazy.compactMap { Self.date($0) }.first
    row.book[.isbn] = all("SN").lazy.compactMap { ISBNText.all(in: $0).first }.first
    row.book[.series] = all("T3").first ?? (isWhole ? all("T2").first : nil)
    if isWhole, row.book[.series] != nil {
      row.book[.seriesNumber] = all("VL", "M1").first { Double($0) != nil }
    }
    row.book[.language] = all("LA").first
    // For a chapter, SP is its first page.
    row.book[.pages] = isWhole && all("EP").isEmpty ? all("SP").first.flatMap { PageCount.read($0) } : nil
    row.book[.tags] = all("KW").joined(separator: "; ").nonEmpty
    row.book[.notes] = values["N1"]?.joined(separator: "\n")
    if row.book[.title] == nil { row.problems.append(.untitled) }
    row.noteUnread(.published, "DA", "PY", "Y1")
    if row.text("TY") == "BOOK" { row.noteUnread(.isbn, "SN") }
    if isWhole { row.noteUnread(.seriesNumber, "VL", "M1") }
    if hasJunk { row.problems.append(.junk) }
    return row
  }

  /// Reads `2020/05/17/other`, of which any part may be missing.
  private static func date(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).prefix(3).map { Int($0) }
    guard let year = parts.first ?? nil else { return PartialDateText.read(text, nil) }
    let month = parts.count > 1 ? parts[1] : nil
    return PartialDateText.joined(year, month, month != nil && parts.count > 2 ? parts[2] : nil)
      ?? PartialDateText.read(text, nil)
  }
}

enum PageCount {
  /// Reads `320`, `xii, 320`, `xii + 320 p.` or `412 Seiten`: the last number before the page sign, if there is one.
  static func read(_ text: String) -> String? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    let sign = words.firstIndex { ["p", "pp", "pages", "S", "Seiten", "s"].contains($0) }
    let numbers = words[..<(sign ?? words.endIndex)]
    // Two numbers without a page sign may be a range.
    let isClear = sign != nil || numbers.dropLast().allSatisfy { $0.allSatisfy { "ivxlcIVXLC".contains($0) } }
    guard isClear, let last = numbers.last, let number = Int(last), number > 0 else { return nil }
    return String(number)
  }
}
