import Cells
import Queries
import Records

/// The wording of lists.
public enum ListWording {
  /// The answer to the key for headings where the list is not sorted by a field.
  static let sortForHeadings = Message(
    "Sort the list first, with s: headings show the field that it is sorted by.")

  /// The numbers of a series that are missing.
  static func missing(_ numbers: ClosedRange<Int>) -> String {
    if numbers.count == 1 { return "\(numbers.lowerBound) is missing" }
    let joint = numbers.count == 2 ? "and" : "to"
    return "\(numbers.lowerBound) \(joint) \(numbers.upperBound) are missing"
  }

  /// The value that the rows of a group share.
  package static func value(of group: Value, _ field: Field) -> String {
    let text = FieldWording.displayed(group, in: field)
    return text.isEmpty ? Wording.empty : Wording.line(text)
  }

  /// How many rows a group has, and what the numbers of a field add up to.
  ///
  /// - Parameter isNarrow: Whether there is only room for the numbers.
  package static func count(of group: RowGroup, total: Field?, isNarrow: Bool = false) -> String {
    let count = Wording.number(group.count)
    guard let total, let (sum, mean) = totals(of: group, total) else { return count }
    return isNarrow ? "\(count) · \(sum)" : "\(count) · \(total.label) \(sum), on average \(mean)"
  }

  /// The sum and the average of a field over a group; nil if no row has a number in it.
  static func totals(of group: RowGroup, _ total: Field) -> (sum: String, average: String)? {
    guard group.numberCount > 0, let average = group.average else { return nil }
    return (total.text(of: exact(group.sum)), total.text(of: exact((average * 100).rounded() / 100)))
  }

  /// A number without a fraction if it has none.
  private static func exact(_ number: Double) -> Value {
    number == number.rounded() && abs(number) < 1e15 ? .integer(Int64(number)) : .real(number)
  }

  /// The reply to Esc on the list that the program opened with.
  static let isHome = Message("Esc has nothing to cancel here. ← goes to the tables, and q quits.")

  /// Shown in a list whose filter matches nothing.
  static func noMatch(_ window: ListWindow, _ schema: Schema) -> String {
    let suggestion = window.suggestion.map {
      " Did you mean \(Wording.shortened($0, to: 40))? Enter finds that."
    }
    let query = Query(window.filter, in: schema)
    let problem = query.problems.first.map { " " + Wording.explanation(of: $0.kind).text }
    let denied = Wording.nothingDenied(query, schema).map { " " + $0 }
    return "No \(schema.singular) matches “\(window.filter)”." + (suggestion ?? problem ?? denied ?? "")
  }

  /// Says which words of a search do not count; nil if all do.
  static func leftOut(_ window: ListWindow) -> Message? {
    window.leftOutWords.isEmpty ? nil : Message(Wording.leftOut(window.leftOutWords))
  }

  /// Said if the rows of a long list are marked.
  public static let marksEndWithSearch = Message("All rows of this list are marked, until the next search.")

  /// Says that only the selected row is edited, though others are marked.
  static func editsOne(_ title: String, _ schema: Schema) -> Message {
    Message(
      "This edits “\(Wording.shortened(title, to: 30))”. = sets a field of the marked \(schema.plural).")
  }

  /// Says that only the selected row is duplicated, though others are marked.
  static func duplicatesOne(_ title: String, _ schema: Schema) -> Message {
    Message("This duplicates “\(Wording.shortened(title, to: 30))”, and not the marked \(schema.plural).")
  }

  /// The reply to the key for the next match on the last one.
  static let noFurtherMatch = Message("No more matches.")

  /// The list's name in the bar with its filter and its order, and shorter forms of it, longest first.
  static func listTitles(
    _ schema: Schema, _ scope: ListSource.Scope?, _ order: ListOrder, filter: String
  ) -> [String] {
    let found = filter.isEmpty ? "" : " “\(Wording.shortened(filter, to: 24))”"
    let by = order.terms.isEmpty ? nil : " by \(terms(order, schema))"
    let ordered = by ?? (order.isDescending ? " " + QuestionWording.arrow(order) : "")
    let rows = scope.map { Wording.name(of: schema) + " of “\($0.title)”" } ?? Wording.name(of: schema)
    return [rows + found + ordered, rows + found, rows, Wording.name(of: schema)]
  }

  /// The fields of an order, with an arrow wherever the direction changes: `Author ↑, Title`.
  static func terms(_ order: ListOrder, _ schema: Schema) -> String {
    var direction: Bool?
    return order.terms.map { term in
      defer { direction = term.isDescending }
      let label = schema.field(at: term.field).label
      return term.isDescending == direction
        ? label : "\(label) \(QuestionWording.arrow(isDescending: term.isDescending))"
    }.joined(separator: ", ")
  }

  /// The position of the selected row: `12,345 of 131,989`.
  static func place(_ place: Int, of count: RowCount) -> String {
    "\(Wording.number(place + 1)) of \(Wording.number(count))"
  }

  /// The heading of the menu of columns.
  static let columnsHeading = "Columns beside the title"

  /// Shown in the menu of columns if the table has no others.
  static let noColumns = "There are no other columns."

  /// The heading of the saved views.
  package static let viewsHeading = "Saved views"

  /// The line that saves the current view.
  package static let saveView = "Save this view as…"

  /// The name of a view, as a field.
  package static let viewName = "Name of the view"

  /// Shown in a column for NULL.
  static let noValue = "–"

  /// The heading of a column, with an arrow if the list is sorted by it.
  static func heading(_ field: Int, _ window: ListWindow, _ schema: Schema) -> String {
    schema.field(at: field).label + heading(field, window.order)
  }

  /// The mark after a heading, if the list is sorted by it.
  private static func heading(_ field: Int, _ order: ListOrder) -> String {
    let mark = QuestionWording.mark(of: field, in: order)
    return mark.isEmpty ? "" : " " + mark
  }

  /// The heading over the titles.
  static func titleHeading(_ window: ListWindow, _ schema: Schema) -> String {
    let labels = schema.titleFields.map { schema.fields[$0].label }.joined(separator: ", ")
    let ordered = window.order.fields.first(where: schema.titleFields.contains)
    return labels + (ordered.map { heading($0, window.order) } ?? "")
  }

  /// The title of the list of tables.
  static let tablesTitle = "Tables"

  /// The note beside a table's name: its number of rows as far as known, and its kind if it is not a table.
  static func note(on table: TableEntry) -> String {
    table.kind == .table ? rows(of: table) : name(of: table.kind) + ", " + rows(of: table)
  }

  /// What is in a table or view.
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

  /// Says how to get the whole list back.
  static let filterKept = Message("Esc brings the whole list back.")

  /// Says that the marks of all rows are gone because of a new filter.
  static let marksLost = Message("The marks were removed, because the list shows other rows now.")

  /// The reply to the keys for the next match before any search.
  static let nothingSearched = Message("No search yet. Press / to find.")

  /// The reply to the key that sets a field if no row is marked.
  static func nothingMarked(_ schema: Schema) -> Message {
    Message("Mark \(schema.plural) first: Space marks one, * marks all.")
  }

  /// The reply to the jump to a letter if the rows are not sorted by a text.
  public static let sortByTextFirst = Message("Sort the list by a text first: press s.")
}
