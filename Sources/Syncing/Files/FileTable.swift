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

  /// Makes one of parts that may be damaged; nil if they do not fit together.
  ///
  /// - Parameter key: The places of the columns of the key, separated by commas.
  package init?(checking name: String, _ columns: [String], key: some StringProtocol) {
    let places = key.split(separator: ",").compactMap { Int($0) }
    guard !places.isEmpty, Set(places).count == places.count, places.allSatisfy(columns.indices.contains)
    else { return nil }
    self.init(name: name, columns: columns, key: places)
  }

  /// The names of the columns in the order of a `RowOperation`.
  package var orderedColumns: [String] {
    var names = columns
    for (column, place) in places.enumerated() { names[place] = columns[column] }
    return names
  }
}
