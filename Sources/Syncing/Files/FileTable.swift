/// A table as a carried file has it.
package struct FileTable: Hashable, Sendable {
  package let name: String
  /// Its columns, in the table's own order.
  package let columns: [String]
  /// The places of the columns of the primary key, in the key's order.
  package let key: [Int]
  /// For each column the place of its value in a `RowOperation`, which has the key first.
  let places: [Int]

  package init(name: String, columns: [String], key: [Int]) {
    (self.name, self.columns, self.key) = (name, columns, key)
    var places = Array(repeating: 0, count: columns.count)
    let others = columns.indices.filter { !key.contains($0) }
    for (place, column) in (key + others).enumerated() { places[column] = place }
    self.places = places
  }

  /// The names of the columns in the order of a `RowOperation`.
  package var orderedColumns: [String] {
    var names = columns
    for (column, place) in places.enumerated() { names[place] = columns[column] }
    return names
  }
}
