import BookStore
import Records

/// How a list is shown: columns, order and filter, by column name, so that it survives changes of the table.
struct ListView: Hashable {
  /// The columns beside the title; nil for the table's default.
  var columns: [String]?
  /// The columns that the rows are sorted by; empty for the table's own order.
  var order: [Term] = []
  /// The words of the filter.
  var filter = ""
  /// Whether the list and a record are side by side.
  var isSplit = false

  /// The statement whose result is shown, if the view is not one of a table.
  var statement: String?

  /// The fields that come first in a detail; they belong to the table, not to a saved view.
  var fields: [String] = []
  /// The fields hidden in a detail.
  var hidden: [String] = []
  /// Whether a detail folds fields without a value, if the person has said so.
  var foldsEmpty: Bool?

  /// A column that rows are sorted by.
  struct Term: Hashable {
    /// The column, or nil for the table's own order.
    var column: String?
    var isDescending: Bool
  }

  init() {}

  /// Takes the current view of a list, or the one that it is about to show.
  init(of listing: Listing, isSplit: Bool) {
    let schema = listing.schema
    let order = listing.latestOrder
    let isDefault = listing.columns == listing.schema.defaultColumns
    columns = isDefault ? nil : listing.columns.map { schema.field(at: $0).column }
    self.order = order.terms.map {
      Term(column: schema.field(at: $0.field).column, isDescending: $0.isDescending)
    }
    if order == ListOrder.own.reversed { self.order = [Term(column: nil, isDescending: true)] }
    filter = listing.latestWords
    self.isSplit = isSplit
  }

  /// Whether it may name fields whose values come from other rows, which have to be looked for first.
  func needsRelated(in schema: Schema) -> Bool {
    let names = (columns ?? []) + order.compactMap(\.column)
    return !filter.isEmpty || names.contains { schema.field(named: $0) == nil }
  }

  /// Takes over how the fields of a detail were arranged.
  mutating func keepArrangement(of before: ListView) {
    (fields, hidden, foldsEmpty) = (before.fields, before.hidden, before.foldsEmpty)
  }

  /// The columns that still exist in the table.
  func columns(in schema: Schema) -> [Int] {
    columns?.compactMap { Self.field($0, in: schema) } ?? schema.defaultColumns
  }

  /// The order, limited to columns that still exist in the table.
  func order(in schema: Schema) -> ListOrder {
    guard let term = order.first else { return .own }
    guard term.column != nil else { return ListOrder(isDescending: term.isDescending) }
    return ListOrder(
      order.compactMap { term in
        term.column.flatMap { Self.field($0, in: schema) }.flatMap { schema.isSortable($0) ? $0 : nil }.map {
          ListOrder.Term(field: $0, isDescending: term.isDescending)
        }
      })
  }

  private static func field(_ column: String, in schema: Schema) -> Int? {
    schema.listField(named: column)
  }
}
