import Cells
import Queries
import Records

/// The words of lists.
public enum ListWording {
  static let sortForHeadings = Message(
    "Sort the list first, with s: headings show the field that it is sorted by.")

  static func missing(_ numbers: ClosedRange<Int>) -> String {
    if numbers.count == 1 { return "\(numbers.lowerBound) is missing" }
    let joint = numbers.count == 2 ? "and" : "to"
    return "\(numbers.lowerBound) \(joint) \(numbers.upperBound) are missing"
  }

  package static func value(of group: Value, _ field: Field) -> String {
    let text = FieldWording.displayed(group, in: field)
    return text.isEmpty ? Wording.empty : Wording.line(text)
  }

  package static func count(of group: RowGroup, total: Field?, isNarrow: Bool = false) -> String {
    let count = Wording.number(group.count)
    guard let total, let (sum, mean) = totals(of: group, total) else { return count }
    return isNarrow ? "\(count) · \(sum)" : "\(count) · \(total.label) \(sum), on average \(mean)"
  }

  static func totals(of group: RowGroup, _ total: Field) -> (sum: String, average: String)? {
    guard group.numberCount > 0, let average = group.average else { return nil }
    let (sum, mean) = (exact(group.sum), exact((average * 100).rounded() / 100))
    guard total.kind == .integer, case .integer(let whole) = sum else {
      return (total.text(of: sum), total.text(of: mean))
    }
    return (Wording.number(Int(whole)), total.text(of: mean))
  }

  private static func exact(_ number: Double) -> Value {
    number == number.rounded() && abs(number) < 1e15 ? .integer(Int64(number)) : .real(number)
  }

  static let isHome = Message("Esc has nothing to cancel here. ← goes to the tables, and q quits.")

  /// A filter in words instead of a column that a reader has never seen.
  public static func words(of filter: String, in schema: Schema) -> String {
    schema.isOfLoans ? filter.replacing("no:back_on", with: "not back yet") : filter
  }

  /// The filter of an author or a year: `by Jane Austen, finished in May 2024`; nil for another.
  private static func phrase(of filter: String) -> String? {
    let author = "author=\""
    var (rest, parts) = (filter[...], [String]())
    if rest.hasPrefix(author) {
      let name = rest.dropFirst(author.count).prefix { $0 != "\"" }
      guard !name.isEmpty, !name.contains("\\") else { return nil }
      parts.append("by \(Wording.line(String(name)))")
      rest = rest[name.endIndex...].dropFirst().drop { $0 == " " }
    }
    if let finished = ["reading.finished:", "finished:"].first(where: rest.hasPrefix) {
      let date = rest.dropFirst(finished.count)
      guard let day = PartialDateText.firstDay(date) else { return nil }
      let numbers = PartialDateText.parts(date)
      let month = numbers.count > 1 ? CalendarDate.monthNames[day.month - 1] + " " : ""
      let start = numbers.count > 2 ? "on \(day.day) " : "in "
      parts.append("finished \(start)\(month)\(PartialDateText.name(ofYear: day.year))")
      rest = ""
    }
    return rest.isEmpty && !parts.isEmpty ? parts.joined(separator: ", ") : nil
  }

  static func noMatch(_ window: ListWindow, _ schema: Schema) -> String {
    let suggestion = window.suggestion.map {
      " Did you mean \(Wording.shortened($0, to: 40))? Enter finds that."
    }
    let query = Query(window.filter, in: schema)
    let problem = query.problems.first.map { " " + Wording.explanation(of: $0.kind).text }
    let denied = Wording.nothingDenied(query, schema).map { " " + $0 }
    let words = words(of: window.filter, in: schema)
    return "No \(schema.singular) matches “\(words)”." + (suggestion ?? problem ?? denied ?? "")
  }

  static func leftOut(_ window: ListWindow) -> Message? {
    window.leftOutWords.isEmpty ? nil : Message(Wording.leftOut(window.leftOutWords))
  }

  package static let marksEndWithSearch = Message("All rows of this list are marked, until the next search.")

  static func editsOne(_ title: String, _ schema: Schema) -> Message {
    Message(
      "This edits “\(Wording.shortened(title, to: 30))”. = sets a field of the marked \(schema.plural).")
  }

  static func duplicatesOne(_ title: String, _ schema: Schema) -> Message {
    Message("This duplicates “\(Wording.shortened(title, to: 30))”, and not the marked \(schema.plural).")
  }

  static let noFurtherMatch = Message("No more matches.")

  /// Longest first.
  static func listTitles(
    _ schema: Schema, _ scope: ListSource.Scope?, _ order: ListOrder, filter: String
  ) -> [String] {
    let words = words(of: filter, in: schema)
    let phrase = schema.isRead ? phrase(of: filter) : nil
    let quoted = words.isEmpty ? "" : " “\(Wording.shortened(words, to: 24))”"
    let found = phrase.map { " " + Wording.shortened($0, to: 40) } ?? quoted
    let by = order.terms.isEmpty ? nil : "\(phrase == nil ? "" : ",") by \(terms(order, schema))"
    let ordered = by ?? (order.isDescending ? " " + QuestionWording.arrow(order) : "")
    let rows = scope.map { Wording.name(of: schema) + " of “\($0.title)”" } ?? Wording.name(of: schema)
    return [rows + found + ordered, rows + found, rows, Wording.name(of: schema)]
  }

  /// The order is empty if it is the view's own.
  static func viewTitles(_ name: String, _ order: ListOrder, _ schema: Schema) -> [String] {
    let name = Wording.line(name)
    let ordered = order.terms.isEmpty ? [] : ["\(name) by \(terms(order, schema))"]
    return ordered + [name, Wording.shortened(name, to: 24)]
  }

  /// An arrow is wherever the direction changes: `Author ↑, Title`.
  static func terms(_ order: ListOrder, _ schema: Schema) -> String {
    var direction: Bool?
    return order.terms.map { term in
      defer { direction = term.isDescending }
      let label = schema.field(at: term.field).label
      return term.isDescending == direction
        ? label : "\(label) \(QuestionWording.arrow(isDescending: term.isDescending))"
    }.joined(separator: ", ")
  }

  static func place(_ place: Int, of count: RowCount) -> String {
    "\(Wording.number(place + 1)) of \(Wording.number(count))"
  }

  static let columnsHeading = "Columns beside the title"
  static let noColumns = "There are no other columns."
  package static let viewsHeading = "Views"
  package static let ready = "ready"

  static let readyViewStays = Message(
    "A ready view cannot be removed. One of your own with its name comes before it.")

  package static let saveView = "Save this view"
  package static let viewName = "Name of the view"

  static func heading(_ field: Int, _ window: ListWindow, _ schema: Schema) -> String {
    schema.field(at: field).label + heading(field, window.order)
  }

  private static func heading(_ field: Int, _ order: ListOrder) -> String {
    let mark = QuestionWording.mark(of: field, in: order)
    return mark.isEmpty ? "" : " " + mark
  }

  static func titleHeading(_ window: ListWindow, _ schema: Schema) -> String {
    let labels = schema.titleFields.map { schema.fields[$0].label }.joined(separator: ", ")
    let ordered = window.order.fields.first(where: schema.titleFields.contains)
    return labels + (ordered.map { heading($0, window.order) } ?? "")
  }

  static let tablesTitle = "Tables"

  static func note(on table: TableEntry) -> String {
    table.kind == .table ? rows(of: table) : name(of: table.kind) + ", " + rows(of: table)
  }

  static func rows(of table: TableEntry) -> String {
    switch table.count {
    case .exactly(let count)?: "\(Wording.number(count)) \(count == 1 ? "row" : "rows")"
    case .atLeast?: "…"
    case nil: "cannot be read"
    }
  }

  static func name(of kind: TableEntry.Kind) -> String {
    switch kind {
    case .table: "table"
    case .view: "view"
    case .virtual: "virtual table"
    }
  }

  static let filterKept = Message("Esc brings the whole list back.")
  static let marksLost = Message("The marks were removed, because the list shows other rows now.")
  static let nothingSearched = Message("No search yet. Press / to find.")

  static func nothingMarked(_ schema: Schema) -> Message {
    Message("Mark \(schema.plural) first: Space marks one, * marks all.")
  }

  package static let sortByTextFirst = Message("Sort the list by a text first: press s.")
}
