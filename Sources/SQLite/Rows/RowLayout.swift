import Records

/// How SQLite lays out the rows of a table, to interpret its reports about them.
package struct RowLayout {
  package let table: String
  package let isWithoutRowID: Bool
  package private(set) var columns: [Column] = []

  package struct Column {
    package let name: String
    /// One-based position in the primary key, or 0.
    package let keyPlace: Int
    package let affinity: Affinity
    /// Whether its default is not NULL: in rows older than the column, SQLite reports NULL (seen in 3.40.1).
    package let hasDefault: Bool
  }

  /// Whether a virtual generated column shifts the reported positions of later columns.
  package private(set) var isComputed = false

  package private(set) var keyPlaces: [Int] = []

  /// All tables that store rows, except those of modules, which the virtual table's triggers keep up to date.
  package static func all(_ connection: Connection) throws(StoreError) -> [String: RowLayout] {
    var layouts: [String: RowLayout] = [:]
    try connection.statement(select, for: nil).forEachRow(binding: []) { row in
      let table = row.string(at: 0)
      var layout =
        layouts.removeValue(forKey: table)
        ?? RowLayout(table: table, isWithoutRowID: row.integer(at: 1) != 0)
      let hidden = row.integer(at: 3)
      layout.columns.append(
        Column(
          name: row.string(at: 2), keyPlace: Int(row.integer(at: 4)),
          affinity: Affinity(declaredType: row.string(at: 6)), hasDefault: row.integer(at: 5) != 0))
      if hidden == 2 { layout.isComputed = true }
      layouts[table] = layout
    }
    for table in layouts.keys { layouts[table]?.findKey() }
    return layouts.filter { !$0.value.isMisreported }
  }

  /// Whether SQLite misreports values: in a table without rowids whose key does not come first (seen in 3.40.1).
  private var isMisreported: Bool {
    isWithoutRowID && keyPlaces != Array(keyPlaces.indices)
      && (isComputed || columns.contains { $0.affinity == .real })
  }

  private mutating func findKey() {
    keyPlaces = columns.indices.filter { columns[$0].keyPlace > 0 }.sorted {
      columns[$0].keyPlace < columns[$1].keyPlace
    }
  }

  private static let select = """
    SELECT l.name, l.wr, x.name, x.hidden, x.pk, coalesce(upper(x.dflt_value) <> 'NULL', 0), x.type
    FROM pragma_table_list AS l JOIN pragma_table_xinfo(l.name) AS x
    WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY l.name, x.cid
    """
}

extension RowLayout {
  var isInDoubt: Bool { isComputed || columns.contains(where: \.hasDefault) }

  package func isDoubtful(_ values: [Value]) -> Bool {
    isComputed || zip(columns, values).contains { $0.hasDefault && $1.isNull }
  }

  package func place(of column: String, expected place: Int) -> Int? {
    if columns.indices.contains(place), columns[place].name == column { return place }
    return columns.firstIndex { $0.name == column }
  }

  package func key(_ values: [Value], rowid: Int64) -> RecordID.Key {
    guard isWithoutRowID else { return .rowid(rowid) }
    // SQLite reports a new row before affinities are applied.
    return .columns(
      keyPlaces.map { values.indices.contains($0) ? values[$0].stored(in: columns[$0].affinity) : .null })
  }

  package var select: String {
    let keys = isWithoutRowID ? keyPlaces.map { quoted(columns[$0].name) } : [rowidName]
    let conditions = keys.map { "\($0) = ?" }.joined(separator: " AND ")
    return
      "SELECT \(columns.map { quoted($0.name) }.joined(separator: ", ")) FROM main.\(quoted(table)) WHERE \(conditions)"
  }

  private var rowidName: String {
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) } ?? "rowid"
  }
}
