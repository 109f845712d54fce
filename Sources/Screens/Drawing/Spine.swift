import Cells

/// The back of a book, in place of a cover; the title determines its colour.
struct Spine: Hashable, Sendable {
  let title: String
  var author = ""

  /// The same on every machine and in every session.
  var role: Role {
    // FNV-1a, because Swift seeds its own hashes in each process.
    let hash = title.utf8.prefix(Self.limit).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Role.spines[Int((hash ^ hash >> 32) % UInt64(Role.spines.count))]
  }

  private static let limit = 1_000
  private static let framed = Size(columns: 5, rows: 3)

  static func hasFrame(_ size: Size) -> Bool { size.columns >= framed.columns && size.rows >= framed.rows }

  /// For example, `WAP` for “War and Peace”, `1984` for “1984”.
  var initials: String {
    let words = title.prefix(Self.limit).split { !$0.isLetter && !$0.isNumber }
    let starts = words.prefix(3).map { $0.prefix($0.first?.isNumber == true ? 4 : 1).uppercased() }
    return words.isEmpty ? "?" : starts.joined()
  }

  func rows(_ size: Size) -> [String] {
    Self.framed(size) { inner in
      let author =
        author.isEmpty || inner.rows < 4
        ? [] : Self.lines(of: author, width: inner.columns, limit: min(2, inner.rows / 3))
      let room = inner.rows - (author.isEmpty ? 0 : author.count + 1)
      let title = Self.lines(of: title, width: inner.columns, limit: room)
      return title + Array(repeating: "", count: inner.rows - title.count - author.count) + author
    }
  }

  func initialRows(_ size: Size) -> [String] {
    Self.framed(size) { inner in
      let text = TextWidth.fit(initials, columns: inner.columns)
      let indent = (inner.columns - text.reduce(0) { $0 + $1.width }) / 2
      var rows = Array(repeating: "", count: inner.rows)
      rows[inner.rows / 2] = String(repeating: " ", count: indent) + text.map(\.text).joined()
      return rows
    }
  }

  /// - Parameter texts: Makes a text for each row inside the frame; never called for an empty area.
  private static func framed(_ size: Size, _ texts: (Size) -> [String]) -> [String] {
    guard size.columns > 0, size.rows > 0 else { return [] }
    guard hasFrame(size) else { return texts(size).map { padded($0, size.columns) } }
    let gap = size.columns < 8 ? "" : " "
    let inner = Size(columns: size.columns - 2 - 2 * gap.count, rows: size.rows - 2)
    let edge = String(repeating: "─", count: size.columns - 2)
    return ["┌\(edge)┐"] + texts(inner).map { "│\(gap)\(padded($0, inner.columns))\(gap)│" } + ["└\(edge)┘"]
  }

  /// Breaks a text into lines without hyphenation; a word wider than a line stays whole, to be cut later.
  static func lines(of text: String, width: Int, limit: Int) -> [String] {
    let text = Wording.line(String(text.prefix(Self.limit)))
    var (lines, start) = ([String](), text.startIndex)
    while lines.count + 1 < limit {
      let row = Wrap.row(of: text, from: start, width: width)
      let end = endOfWord(in: text, brokenAt: row.end)
      lines.append(trimmed(String(text[start..<end])))
      if row.endsText || end == text.endIndex { return lines }
      start = end == row.end ? row.next : text[end] == " " ? text.index(after: end) : end
    }
    return lines + [trimmed(String(text[start...]))]
  }

  /// The end of a word that a line break splits; scripts of wide characters break anywhere.
  private static func endOfWord(in text: String, brokenAt end: String.Index) -> String.Index {
    guard end < text.endIndex, let last = text[..<end].last, last != " ", TextWidth.width(of: last) == 1,
      TextWidth.width(of: text[end]) == 1
    else { return end }
    return text[end...].firstIndex { $0 == " " || TextWidth.width(of: $0) > 1 } ?? text.endIndex
  }

  private static func trimmed(_ text: String) -> String {
    text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }

  private static func padded(_ text: String, _ columns: Int) -> String {
    let isWhole = TextWidth.width(of: text) <= columns
    let shown = isWhole ? text : TextWidth.fit(text, columns: columns).map(\.text).joined()
    return shown + String(repeating: " ", count: max(0, columns - TextWidth.width(of: shown)))
  }
}
