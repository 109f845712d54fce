import Records

/// A selectable item in a detail: a row that points to the record, or all such rows of a table.
struct RelatedItem: Hashable, Sendable {
  let table: Int
  /// The index of the row among the first ones; nil for all rows of the table.
  let row: Int?

  static let rowLimit = 5

  /// - Parameter foldsEmpty: Whether tables without such rows are left out.
  static func items(of related: [RelatedRows], foldsEmpty: Bool) -> [RelatedItem] {
    related.enumerated().flatMap { table, rows -> [RelatedItem] in
      let all = RelatedItem(table: table, row: nil)
      guard let content = rows.content else { return [all] }
      if content.rows.isEmpty { return foldsEmpty ? [] : [all] }
      if rows.joined != nil { return [all] }
      let shown = content.rows.indices.prefix(rowLimit).map { RelatedItem(table: table, row: $0) }
      return content.rows.count > rowLimit ? shown + [all] : shown
    }
  }
}
