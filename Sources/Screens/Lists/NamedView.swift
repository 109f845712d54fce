/// A view under a name: rows, order and columns, which go by name.
public struct NamedView: Hashable, Sendable {
  package var name: String
  /// Empty for all rows.
  public var filter: String
  /// Most significant first; empty for the table's own order.
  public var order: [Term]
  /// Nil for the table's default.
  public var columns: [String]?

  /// A column that rows are sorted by, with its direction.
  public struct Term: Hashable, Sendable {
    /// Nil for the table's own order.
    public var column: String?
    package var isDescending: Bool

    package init(column: String?, isDescending: Bool) {
      (self.column, self.isDescending) = (column, isDescending)
    }
  }

  package init(name: String, filter: String, order: [Term], columns: [String]?) {
    (self.name, self.filter, self.order, self.columns) = (name, filter, order, columns)
  }
}

extension [NamedView] {
  /// The view that a list shows, or one of the same rows if these are not all; nil if none.
  ///
  /// `isOrdered` is whether the list has the view's order.
  func shown(by list: NamedView) -> (view: NamedView, isOrdered: Bool)? {
    let alike = filter { $0.filter == list.filter }
    let ordered = alike.filter { $0.order == list.order }
    if let same = ordered.first(where: { $0.columns == list.columns }) { return (same, true) }
    if list.filter.isEmpty { return list.order.isEmpty ? nil : ordered.first.map { ($0, true) } }
    return (ordered.first ?? alike.first).map { ($0, !ordered.isEmpty) }
  }
}
