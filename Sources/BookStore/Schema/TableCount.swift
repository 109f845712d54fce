import Records

/// How many rows a table has, or nil where they cannot be counted.
struct TableCount: Sendable {
  let table: TableID
  let count: Int?
}
