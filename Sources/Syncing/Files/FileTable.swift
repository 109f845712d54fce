package struct FileTable: Hashable, Sendable {
  package let name: String
  package let columns: [String]
  /// The indices of the primary key's columns, in the key's order.
  package let key: [Int]
  /// For each column, the index of its value in a `RowOperation`, which has the key first.
  let places: [Int]

  package init(name: String, columns: [String], key: [Int]) {
    (self.name, self.columns, self.key) = (name, columns, key)
    var places = Array(repeating: 0, count: columns.count)
    let others = columns.indices.filter { !key.contains($0) }
    for (place, column) in (key + others).enumerated() { places[column] = place }
    self.places = places
  }

  /// Nil if the data is inconsistent; `key` has the indices of the key's columns, separated by commas.
  package init?(checking name: String, _ columns: [String], key: some StringProtocol) {
    let places = key.split(separator: ",").compactMap { Int($0) }
    guard !places.isEmpty, Set(places).count == places.count, places.allSatisfy(columns.indices.contains)
    else { return nil }
    self.init(name: name, columns: columns, key: places)
  }

  package var orderedColumns: [String] {
    var names = columns
    for (column, place) in places.enumerated() { names[place] = columns[column] }
    return names
  }
}
