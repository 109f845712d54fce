import Cells
import Records

/// The wording for rows that point to a record.
public enum RelatedWording {
  /// A reading's progress in words: `page 120 of 350, 34 %`.
  package static func place(_ progress: ReadingProgress, percentFirst: Bool = false) -> String {
    let percent = progress.fraction.map { "\(Int($0 * 100)) %" }
    let page = progress.page.map { page in
      "page \(Wording.number(page))" + (progress.pages.map { " of \(Wording.number($0))" } ?? "")
    }
    let parts = [page, percent].compactMap { $0 }
    if parts.isEmpty { return Wording.empty }
    return (percentFirst ? parts.reversed() : parts).joined(separator: ", ")
  }

  private static let barWidth = 8

  private static func bar(_ progress: ReadingProgress) -> String {
    guard let fraction = progress.fraction else { return place(progress) }
    let bar = BlockBar.row(fraction, of: 1, width: barWidth)
    // A narrow pane cuts the end, so the percentage comes first.
    return bar + String(repeating: "·", count: barWidth - bar.count) + " "
      + place(progress, percentFirst: true)
  }

  /// The name of the table, or of the table on the other side of a joining table.
  package static func label(_ rows: RelatedRows) -> String {
    rows.isAlone
      ? Wording.name(of: rows.joined ?? rows.schema) : Wording.name(of: rows.reference, in: rows.schema)
  }

  static func count(_ rows: RelatedRows, _ content: RelatedRows.Content) -> String {
    let count = content.count.value
    guard content.count.isExact else { return "\(Wording.number(count)) \(rows.schema.plural) or more" }
    return "\(Wording.number(count)) \(count == 1 ? rows.schema.singular : rows.schema.plural)"
  }

  static func titles(_ rows: RelatedRows, _ content: RelatedRows.Content) -> String {
    let titles = content.rows.compactMap { $0.titles.values.first }.map(Wording.line)
    return titles.joined(separator: "; ") + (content.count.isExact ? "" : "; …")
  }

  /// Without an index, a list is only read when the person asks.
  static let notRead = Message("Not read yet: Enter reads it.")

  package static func noList(_ rows: RelatedRows) -> Message {
    .problem("“\(label(rows))” cannot be typed as one text. Enter opens it, where + adds and - removes.")
  }

  static func note(on new: [String], _ parts: Schema) -> String {
    if new.isEmpty { return "\(parts.plural) separated by ;" }
    return "new \(new.count == 1 ? parts.singular : parts.plural): \(new.joined(separator: "; "))"
  }

  package static func changed(
    _ rows: RelatedRows, added: [String], removed: [String], new: Set<String>
  ) -> Message {
    let name = label(rows)
    if added.isEmpty, removed.isEmpty { return Message("“\(name)” is unchanged.") }
    let titles = added.map { new.contains($0) ? "\($0) (new)" : $0 }
    let addition = titles.isEmpty ? [] : ["Added to \(name): \(titles.joined(separator: "; "))."]
    let removal = removed.isEmpty ? [] : ["Removed from \(name): \(removed.joined(separator: "; "))."]
    return Message((addition + removal).joined(separator: " "))
  }

  static func line(
    _ item: RelatedItem, of rows: RelatedRows, today: CalendarDate? = nil
  ) -> (text: String, role: Role) {
    guard let content = rows.content else { return ("not read: Enter reads it", .dim) }
    if let row = item.row {
      let isOverdue = isOverdue(content.rows[row], in: rows.schema, today)
      return (text(of: content.rows[row], in: rows), isOverdue ? .error : .content)
    }
    if content.rows.isEmpty { return (Wording.empty, .dim) }
    return rows.joined == nil ? (count(rows, content), .dim) : (titles(rows, content), .content)
  }

  private static func isOverdue(_ row: RelatedRows.Row, in schema: Schema, _ today: CalendarDate?) -> Bool {
    guard let due = schema.field(named: "due"), let back = schema.field(named: "back_on")
    else { return false }
    return schema.isOverdue(row.values[due], isBack: !row.values[back].isNull, today: today)
  }

  /// The row's values without the reference to the record; dates as a span of time.
  static func text(of row: RelatedRows.Row, in rows: RelatedRows) -> String {
    parts(of: row, in: rows).joined(separator: " · ")
  }

  static func parts(of row: RelatedRows.Row, in rows: RelatedRows) -> [String] {
    let (fields, number) = (rows.schema.fields, rows.schema.keyField)
    let places = fields.indices.filter {
      !rows.reference.fields.contains($0) && !fields[$0].isHidden && $0 != number
    }
    // A due date does not end a span.
    let due = rows.schema.field(named: "due")
    let start = zip(places, places.dropFirst()).first {
      fields[$0].kind.isDated && fields[$1].kind.isDated && $0 != due && $1 != due
    }
    let parts = places.compactMap { place -> String? in
      if place == start?.1 { return nil }
      return place == start?.0 ? span(row, start, fields) : part(row, place, fields[place])
    }
    let progress = row.progress.map { [bar($0)] } ?? []
    if parts.isEmpty, progress.isEmpty { return [start == nil ? Wording.empty : "no date"] }
    return parts + progress
  }

  private static func span(_ row: RelatedRows.Row, _ ends: (Int, Int)?, _ fields: [Field]) -> String? {
    guard let (first, last) = ends else { return nil }
    let dates = [first, last].map { fields[$0].text(of: row.values[$0]) }
    if dates.contains("") { return part(row, first, fields[first]) ?? part(row, last, fields[last]) }
    return dates.joined(separator: " – ")
  }

  private static func part(_ row: RelatedRows.Row, _ place: Int, _ field: Field) -> String? {
    if let title = row.titles[place] { return Wording.line(title) }
    let text = Wording.line(FieldWording.shown(row.values[place], in: field))
    // JSON is for programs.
    guard !text.isEmpty, field.kind != .longText || !text.hasPrefix("{") else { return nil }
    let isClear = field.kind.holdsTexts || field.kind == .rating || field.kind.choices.contains(text)
    return isClear && !field.kind.isDated ? text : "\(field.label.lowercased()) \(text)"
  }
}
