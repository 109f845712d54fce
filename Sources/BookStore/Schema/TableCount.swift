import Records

/// The number of rows in a table, or nil if they cannot be counted.
struct TableCount: Sendable {
  let table: TableID
  let count: Int?
}
