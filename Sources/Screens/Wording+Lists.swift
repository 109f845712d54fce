import Records

/// The words of lists: their titles, and what finding, jumping and marking say.
extension Wording {
  /// What an empty list says; it names the key that adds a row only where that does so.
  public static func emptyList(_ schema: Schema, canAdd: Bool) -> String {
    canAdd ? "No \(schema.plural) yet. Press + to add one." : "No \(schema.plural)."
  }

  /// Why several rows cannot be given one value.
  static func uniqueInMany(_ field: Field, _ schema: Schema) -> Message {
    .problem("No two \(schema.plural) may have the same \(field.label); set it in one of them.")
  }

  /// What a list says whose filter finds nothing.
  static func noMatch(_ filter: String, _ schema: Schema) -> String {
    "No \(schema.singular) matches “\(filter)”."
  }

  /// What the key to the next match says on the last one.
  static let noFurtherMatch = Message("No further match.")

  /// What the table's own order is called in the menu of orders.
  static let ownOrder = "Table order"

  /// The heading of the menu of orders.
  static let orderHeading = "Order by"

  /// The heading of the menu of fields that many rows are to be given one value of.
  static func setHeading(_ count: RowCount, _ schema: Schema) -> String {
    "Set in \(self.count(count, schema))"
  }

  /// The list's name in the bar with its filter and its order, and shorter forms of it, the longest first.
  static func listTitles(
    _ schema: Schema, _ scope: ListSource.Scope?, _ order: ListOrder, filter: String
  ) -> [String] {
    let found = filter.isEmpty ? "" : " “\(shortened(filter, to: 24))”"
    let by = order.field.map { " by \(schema.fields[$0].label) \(arrow(order))" }
    let ordered = by ?? (order.isDescending ? " " + arrow(order) : "")
    let rows = scope.map { name(of: schema) + " of “\($0.title)”" } ?? name(of: schema)
    return [rows + found + ordered, rows + found, rows, name(of: schema)]
  }

  /// The heading of the list of tables, with the words that their names have.
  static func tablesTitle(_ words: String) -> String {
    words.isEmpty ? "Tables" : "Tables “\(shortened(words, to: 24))”"
  }

  /// What the list of tables says where no name has the words.
  static func noTable(_ words: String) -> String { "No table matches “\(words)”." }

  /// What stands beside a table's name: its rows as far as they are counted, and what it is if it is no table.
  static func note(on table: TableEntry) -> String {
    let kind =
      switch table.kind {
      case .table: ""
      case .view: "view"
      case .virtual: "virtual table"
      }
    let rows =
      switch table.count {
      case .exactly(let count)?: "\(number(count)) \(count == 1 ? "row" : "rows")"
      case .atLeast?: "…"
      case nil: "cannot be read"
      }
    return kind.isEmpty ? rows : kind + ", " + rows
  }

  /// The heading of the menu of the lists whose rows point to a record.
  static let referencesHeading = "Rows that point here"

  /// What shows the direction of an order.
  static func arrow(_ order: ListOrder) -> String { order.isDescending ? "↓" : "↑" }

  /// What may be typed to find rows.
  static let findNote = "words"

  /// What may be typed to jump.
  static let jumpNote = "row, or 50%"

  /// What a key says that is no part of the place to jump to.
  static let noNumber = Message.problem("A row number, or a percentage like 50%.")

  /// What may be typed to jump to a letter.
  static let letterNote = "letter"

  /// What says that the keys can give the whole list back.
  static let filterKept = Message("Esc brings the whole list back.")

  /// Says that the marks of all rows are gone with a new filter.
  static let marksLost = Message("The marks are gone: the list shows other rows now.")

  /// What the keys to the next match say before anything was searched for.
  static let nothingSearched = Message("No search yet. Press / to find.")

  /// What the key that sets a field says where no row is marked.
  static let nothingMarked = Message("Mark rows first: Space marks one, * marks all.")
}
