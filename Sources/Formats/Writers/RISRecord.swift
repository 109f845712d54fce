enum RISRecord {
  /// The record's lines, ending with CR and LF as the format requires.
  static func text(_ row: FormatRow, names taken: inout BookNames) -> String {
    var lines = ["TY  - BOOK"]
    func add(_ tag: String, _ value: (some StringProtocol)?) {
      if let value {
        lines.append("\(tag)  - \(value.split(whereSeparator: \.isNewline).joined(separator: " "))")
      }
    }
    let book = row.book
    add("ID", row.id.map { taken.unique($0) })
    add("TI", book[.title])
    add("ST", book[.subtitle])
    for name in book[.author]?.split(separator: "; ") ?? [] { add("AU", name) }
    for name in book[.contributors]?.split(separator: "; ") ?? [] {
      if name.hasSuffix(" (editor)") { add("A2", name.dropLast(9)) }
      if name.hasSuffix(" (translator)") { add("A4", name.dropLast(13)) }
    }
    add("PB", book[.publisher])
    add("DA", book[.published].map(date))
    add("T3", book[.series])
    if book[.series] != nil { add("VL", book[.seriesNumber]) }
    add("SN", book[.isbn])
    add("LA", book[.language])
    add("SP", book[.pages])
    for tag in book[.tags]?.split(separator: "; ") ?? [] { add("KW", tag) }
    add("N1", book[.notes])
    return (lines + ["ER  - ", "", ""]).joined(separator: "\r\n")
  }

  private static func date(_ date: String) -> String {
    let start = date.hasPrefix("-") ? "-" : ""
    let parts = date.split(separator: "-").map(String.init)
    return start + (parts + ["", "", ""]).prefix(3).joined(separator: "/") + "/"
  }
}
