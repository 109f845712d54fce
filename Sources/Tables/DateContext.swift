import Records

/// What the rest of a table implies about the dates in a column.
struct DateContext {
  /// Whether the table's columns have Core Data's names for keys.
  var isObjectTable = false
  /// The epoch that all columns with unambiguous values agree on.
  var epoch: DateEpoch?
  var kind: Field.Kind?
}

extension TableDescription {
  /// Derives the context of all columns from those with unambiguous dates.
  mutating func shareDates() {
    let isObjectTable = columns.contains { ["Z_PK", "Z_ENT", "Z_OPT"].contains($0.name) }
    for place in columns.indices { columns[place].context.isObjectTable = isObjectTable }
    let clear = columns.map(\.dates).filter { $0.epoch != nil }
    let epochs = Set(clear.compactMap(\.epoch)), forms = Set(clear.compactMap(\.form))
    for place in columns.indices {
      columns[place].context.epoch = epochs.count == 1 ? epochs.first : nil
      guard forms.count == 1, let form = forms.first else { continue }
      columns[place].context.kind = clear.contains(where: \.hasTime) ? .dateTime(form) : .date(form)
    }
  }
}
