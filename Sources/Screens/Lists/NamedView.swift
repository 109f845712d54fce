/// A view under a name: which rows a list shows, in which order, and with which columns; columns go by name.
public struct NamedView: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The search that every row matches; empty for all rows.
  public var filter: String
  /// The sort order, most significant column first; empty for the table's own order.
  public var order: [Term]
  /// The columns beside the title; nil for the table's default.
  public var columns: [String]?

  /// A column that rows are sorted by, with its direction.
  public struct Term: Hashable, Sendable {
    /// Nil for the table's own order.
    public var column: String?
    /// Whether the greatest value comes first.
    public var isDescending: Bool

    /// Makes a term.
    public init(column: String?, isDescending: Bool) {
      (self.column, self.isDescending) = (column, isDescending)
    }
  }

  /// Makes a view.
  public init(name: String, filter: String, order: [Term], columns: [String]?) {
    (self.name, self.filter, self.order, self.columns) = (name, filter, order, columns)
  }
}

extension [NamedView] {
  /// The view that a list shows: the one that is the same, or one of the same rows if these are not all.
  ///
  /// - Returns: Nil if the list shows none of them; `isOrdered` is whether the view's order is that of the list.
  func shown(by list: NamedView) -> (view: NamedView, isOrdered: Bool)? {
    let alike = filter { $0.filter == list.filter }
    let ordered = alike.filter { $0.order == list.order }
    if let same = ordered.first(where: { $0.columns == list.columns }) { return (same, true) }
    if list.filter.isEmpty { return list.order.isEmpty ? nil : ordered.first.map { ($0, true) } }
    return (ordered.first ?? alike.first).map { ($0, !ordered.isEmpty) }
  }
}
