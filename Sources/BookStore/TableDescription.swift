import Records

/// A table as the database describes it, and what people see of it.
struct TableDescription {
  let name: String
  /// Whether it is neither a view nor virtual.
  var isOrdinary = false
  var isView = false
  var isWithoutRowID = false
  /// Whether the primary key has an index of its own, which an alias of the rowid never has.
  var hasKeyIndex = false
  var columns: [ColumnDescription] = []

  init(name: String) {
    self.name = name
  }

  /// The schema of any table or view, or nil if it has nothing to show.
  var schema: Schema? {
    let fields = fieldColumns.map(\.field)
    guard !fields.isEmpty else { return nil }
    return Schema(
      table: name, key: key ?? .position, fields: fields, titleIndex: Self.titleIndex(fields),
      singular: "row",
      plural: "rows")
  }

  /// The schema of the sample's table under its real names, or nil if this is another one.
  ///
  /// Columns that the sample does not know come after its own.
  var booksSchema: Schema? {
    guard isOrdinary, let key, case .rowid = key else { return nil }
    var rest = fieldColumns
    var schema = Schema.books
    schema.table = name
    schema.key = key
    for index in schema.fields.indices {
      let column = schema.fields[index].column
      guard let place = rest.firstIndex(where: { $0.name.lowercased() == column }) else { return nil }
      let description = rest.remove(at: place)
      schema.fields[index].column = description.name
      schema.fields[index].affinity = description.affinity
      schema.fields[index].hasDefault = description.hasDefault
    }
    schema.fields += rest.map(\.field)
    return schema
  }

  private var fieldColumns: [ColumnDescription] {
    columns.filter { $0.isOrdinary && $0.name != rowidAlias }
  }

  /// What names a row: the rowid where a statement can reach it, else the primary key.
  private var key: Schema.Key? {
    if isView { return nil }
    if isWithoutRowID {
      let keys = columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
      return keys.isEmpty ? nil : .columns(keys.map(\.name))
    }
    if let rowidAlias { return .rowid(column: rowidAlias) }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }.map { .rowid(column: $0) }
  }

  /// The column that is the rowid itself (lang_createtable.html, "ROWIDs and the INTEGER PRIMARY KEY").
  private var rowidAlias: String? {
    let keys = columns.filter { $0.keyPosition > 0 }
    guard !isWithoutRowID, !hasKeyIndex, keys.count == 1, keys[0].declaredType.uppercased() == "INTEGER"
    else { return nil }
    return keys[0].name
  }

  private static func titleIndex(_ fields: [Field]) -> Int {
    fields.firstIndex { ["title", "name"].contains($0.column.lowercased()) }
      ?? fields.firstIndex { $0.kind == .text } ?? 0
  }
}
