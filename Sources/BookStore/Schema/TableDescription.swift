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
  /// The module that keeps the rows of a virtual table, in lower case.
  var module: String?
  var columns: [ColumnDescription] = []
  var foreignKeys: [ForeignKey] = []
  /// How the person wants to see the fields.
  var arrangement = FieldArrangement()
  /// Whether a constraint that keeps rows apart says itself what becomes of a conflict.
  var resolvesConflicts = false
  /// Whether such a constraint removes the other row.
  var replacesRows = false
  /// The indexes over whole columns that keep rows apart.
  var uniqueIndexes: [UniqueIndex] = []

  init(name: String) {
    self.name = name
  }

  /// The schema of any table or view, or nil if it has nothing to show.
  var schema: Schema? {
    for known in KnownTable.all {
      if let schema = schema(of: known) { return schema }
    }
    let columns = columns.filter { !$0.isHidden }
    guard !columns.isEmpty else { return nil }
    let noun = RowNoun(table: name, ofCoreData: isOfCoreData)
    return schema(withDistinctLabels(columns.map(field)), singular: noun.singular, plural: noun.plural)
  }

  /// The schema of the sample's table under its real names, or nil if this is another one.
  var booksSchema: Schema? { schema(of: .books) }

  /// Whether it is the sample's table with no column of its own.
  var isPlainBooks: Bool { columns.count == 1 + KnownTable.books.columns.count && booksSchema != nil }

  /// The schema of a known table under its real names, or nil if this is another one.
  ///
  /// Columns that are not known come after the others; the rowid's own name is not shown.
  private func schema(of known: KnownTable) -> Schema? {
    let plain: (String) -> String = { $0.lowercased().filter { $0 != "_" } }
    guard isOrdinary, known.names.contains(plain(name)), case .rowid? = key else { return nil }
    var rest = columns.filter { !$0.isHidden && $0.name != rowidAlias }
    var fields: [Field] = []
    for column in known.columns {
      let places = column.names.lazy.compactMap { name in rest.firstIndex { plain($0.name) == name } }
      if let place = places.first {
        fields.append(column.field(for: rest.remove(at: place)))
      } else if !column.isOptional {
        return nil
      }
    }
    // The name alone is too little to know a table by.
    guard fields.count > 1 else { return nil }
    return schema(
      withDistinctLabels(fields + rest.map(field)), titleFields: known.titleFields, singular: known.singular,
      plural: known.plural
    )
  }

  private func schema(
    _ unarranged: [Field], titleFields: [Int]? = nil, singular: String, plural: String
  ) -> Schema {
    let order = arrangement.order(of: unarranged)
    let fields = order.map { place in
      var field = unarranged[place]
      field.isHidden = arrangement.hidden.contains(field.column)
      return field
    }
    let titleFields = titleFields?.compactMap { order.firstIndex(of: $0) }
    var schema = Schema(
      table: name, key: key ?? .position, fields: fields,
      titleFields: titleFields ?? self.titleFields(of: fields), singular: singular, plural: plural,
      source: isView ? .view : isOrdinary ? .table : .virtual, isReadOnly: key == nil,
      references: references(of: fields))
    schema.uniqueKeys = uniqueKeys(of: fields)
    schema.resolvesConflicts = resolvesConflicts
    schema.replacesRows = replacesRows
    return schema
  }

  /// The fields of a title, by their names and what is in the first rows.
  private func titleFields(of fields: [Field]) -> [Int] {
    let candidates = fields.map { field in
      let sample = columns.first { $0.name == field.column }?.firstValues ?? []
      return TitleChoice.Column(
        field: field, name: ColumnName(field.column, ofCoreData: isOfCoreData), sample: ColumnSample(sample),
        isKey: keyColumns.contains(field.column),
        isReference: foreignKeys.contains {
          $0.columns.contains { $0.lowercased() == field.column.lowercased() }
        },
        isHousekeeping: isOfCoreData && field.column.hasPrefix("Z_"))
    }
    return TitleChoice(table: name, columns: candidates, key: keyColumns).fields
  }

  /// Fields under their columns' names where several would have the same label.
  private func withDistinctLabels(_ fields: [Field]) -> [Field] {
    var counts: [String: Int] = [:]
    for field in fields { counts[field.label, default: 0] += 1 }
    return fields.map { field in
      var field = field
      if counts[field.label] != 1 { field.label = field.column }
      return field
    }
  }

  /// Whether it is the table of an entity of Core Data, whose columns have a `Z` before their names.
  var isOfCoreData: Bool {
    [CoreDataEntity.key, CoreDataEntity.entity].allSatisfy { name in columns.contains { $0.name == name } }
  }

  /// What keeps rows apart: indexes, the rowid, and what is known to be unique where the table does not say so.
  private func uniqueKeys(of fields: [Field]) -> [UniqueKey] {
    var keys = uniqueIndexes.compactMap { index -> UniqueKey? in
      let places = index.columns.compactMap { name in fields.firstIndex { $0.column == name } }
      guard places.count == index.columns.count else { return nil }
      return UniqueKey(fields: places, collations: index.collations)
    }
    for (place, field) in fields.enumerated() where field.isUnique {
      guard !keys.contains(where: { $0.fields == [place] }) else { continue }
      let collation = columns.first { $0.name == field.column }?.collation ?? "BINARY"
      keys.append(UniqueKey(fields: [place], collations: [collation]))
    }
    return keys
  }

  /// The field of a column; the rowid itself is unique, and SQLite gives it to a new row.
  private func field(of column: ColumnDescription) -> Field {
    var field = column.field(ofCoreData: isOfCoreData)
    let keys = columns.filter { $0.keyPosition > 0 }
    if keys.count == 1, keys[0].name == column.name { field.isUnique = true }
    if isOfCoreData, CoreDataEntity.columns.contains(column.name) {
      // The store gives them to a new row.
      (field.isRequired, field.hasDefault) = (false, true)
    }
    guard column.name == rowidAlias else { return field }
    field.kind = .integer
    field.isRequired = false
    field.hasDefault = true
    return field
  }

  private func references(of fields: [Field]) -> [Reference] {
    foreignKeys.compactMap { key in
      let indices = key.columns.compactMap { column in
        fields.firstIndex { $0.column.lowercased() == column.lowercased() }
      }
      guard indices.count == key.columns.count, indices.count == key.targets.count else { return nil }
      return Reference(fields: indices, table: key.table, columns: key.targets)
    }
  }

  /// What names a row: the rowid if a statement can reach it, otherwise the primary key.
  private var key: Schema.Key? {
    if isView { return nil }
    if isWithoutRowID {
      let keys = keyColumns
      // In the order of a collation that is not there no row can be found again.
      let isFound = columns.allSatisfy { !keys.contains($0.name) || CollationStandIn.isOwn($0.collation) }
      return keys.isEmpty || !isFound ? nil : .columns(keys)
    }
    if let rowidAlias { return .rowid(column: rowidAlias) }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }.map { .rowid(column: $0) }
  }

  /// The columns of the primary key in its order.
  var keyColumns: [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// The column that is the rowid itself (lang_createtable.html, "ROWIDs and the INTEGER PRIMARY KEY").
  ///
  /// No pragma says that the first column of an R-tree is one (rtree.html).
  private var rowidAlias: String? {
    if let module, ["rtree", "rtree_i32"].contains(module) { return columns.first?.name }
    let keys = columns.filter { $0.keyPosition > 0 }
    guard !isWithoutRowID, !hasKeyIndex, keys.count == 1, keys[0].declaredType.uppercased() == "INTEGER"
    else { return nil }
    return keys[0].name
  }
}

extension KnownTable.Column {
  /// The known field under a column's real name, with what the column itself demands.
  fileprivate func field(for column: ColumnDescription) -> Field {
    var field = field
    field.column = column.name
    field.affinity = column.affinity
    field.isRequired = field.isRequired || column.isNotNull && !column.hasDefault
    field.isUnique = field.isUnique || column.isUnique
    field.isGenerated = column.isGenerated
    field.hasDefault = column.hasDefault
    field.takesNull = !column.isNotNull
    return field
  }
}
