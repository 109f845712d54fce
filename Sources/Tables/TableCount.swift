import Records

/// The number of rows in a table, or nil if they cannot be counted.
package struct TableCount: Sendable {
  package let table: TableID
  package let count: Int?

  package init(table: TableID, count: Int?) { (self.table, self.count) = (table, count) }
}
