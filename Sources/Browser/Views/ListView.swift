import BookStore
import Records
import Screens

/// How a list is shown; columns go by name, so that a view survives changes of the table.
struct ListView: Hashable {
  /// The columns beside the title; nil for the table's default.
  var columns: [String]?
  /// The columns that the rows are sorted by; empty for the table's own order.
  var order: [Term] = []
  var filter = ""
  var isSplit = true

  var statement: String?

  /// How the list was shown before its named view; one at most.
  var former: [ListView] = []

  /// The fields that come first in a detail; a property of the table, not of a saved view.
  var fields: [String] = []
  var hidden: [String] = []
  var foldsEmpty: Bool?

  typealias Term = NamedView.Term

  init() {}

  init(of listing: Listing, isSplit: Bool) {
    let schema = listing.schema
    let order = listing.latestOrder
    columns = listing.hasDefaultColumns ? nil : listing.columns.map { schema.field(at: $0).column }
    self.order = order.terms.map {
      Term(column: schema.field(at: $0.field).column, isDescending: $0.isDescending)
    }
    if order == ListOrder.own.reversed { self.order = [Term(column: nil, isDescending: true)] }
    filter = listing.latestWords
    self.isSplit = isSplit
  }

  func named(_ name: String) -> NamedView {
    NamedView(name: name, filter: filter, order: order, columns: columns)
  }

  /// Whether fields must be looked up whose values come from other rows.
  func needsRelated(in schema: Schema) -> Bool {
    if columns != nil, schema.mayTitleReferences { return true }
    let names = (columns ?? []) + order.compactMap(\.column)
    return !filter.isEmpty || names.contains { schema.field(named: $0) == nil }
  }

  mutating func keepArrangement(of before: ListView) {
    (fields, hidden, foldsEmpty) = (before.fields, before.hidden, before.foldsEmpty)
  }

  /// Leaves out columns that no longer exist in the table.
  func columns(of listing: Listing) -> [Int] {
    columns?.compactMap { listing.schema.listField(named: $0) } ?? listing.defaultColumns
  }

  func order(in schema: Schema) -> ListOrder {
    guard let term = order.first else { return .own }
    guard term.column != nil else { return ListOrder(isDescending: term.isDescending) }
    return ListOrder(
      order.compactMap { term in
        term.column.flatMap { schema.listField(named: $0) }.flatMap { schema.isSortable($0) ? $0 : nil }.map {
          ListOrder.Term(field: $0, isDescending: term.isDescending)
        }
      })
  }
}
