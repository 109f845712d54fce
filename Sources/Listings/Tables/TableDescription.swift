import Records
import SQLite

/// A table as the database describes it, and the schema that follows from it.
struct TableDescription {
  let name: String
  var isOrdinary = false
  var isView = false
  var isWithoutRowID = false
  var hasKeyIndex = false
  var module: String?
  var columns: [ColumnDescription] = []
  var foreignKeys: [ForeignKey] = []
  var arrangement = FieldArrangement()
  var capitals: Set<String> = []
  /// Whether a uniqueness constraint declares its own conflict resolution.
  var resolvesConflicts = false
  var replacesRows = false
  var uniqueIndexes: [UniqueIndex] = []

  var schema: Schema? {
    for known in KnownTable.all {
      if let schema = schema(of: known) { return schema }
    }
    let columns = columns.filter { !$0.isHidden }
    guard !columns.isEmpty else { return nil }
    let noun = RowNoun(table: name, ofCoreData: isOfCoreData)
    return schema(withDistinctLabels(columns.map(field)), singular: noun.singular, plural: noun.plural)
  }

  var booksSchema: Schema? { schema(of: .books) }

  /// Whether it is the sample's table without additional columns.
  var isPlainBooks: Bool { columns.count == 1 + KnownTable.books.columns.count && booksSchema != nil }

  /// Unknown columns come after the known ones; the rowid alias is not shown.
  private func schema(of known: KnownTable) -> Schema? {
    let plain: (String) -> String = { $0.lowercased().filter { $0 != "_" } }
    guard isOrdinary, known.names.contains(plain(name)), case .rowid? = key else { return nil }
    var rest = columns.filter { !$0.isHidden && $0.name != rowidAlias }
    var fields: [Field] = []
    for column in known.columns {
      let places = column.names.lazy.compactMap { name in
        rest.firstIndex { $0.name.isSameName(as: name) } ?? rest.firstIndex { plain($0.name) == name }
      }
      if let place = places.first {
        fields.append(column.field(for: rest.remove(at: place)))
      } else if !column.isOptional {
        return nil
      }
    }
    // A name alone is not enough to recognise a table.
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
      field.capitalizesWords = field.kind.isText && capitals.contains(field.column.lowercased())
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
    schema.foldsEmpty = arrangement.foldsEmpty
    return schema
  }

  private func titleFields(of fields: [Field]) -> [Int] {
    // A loan is identified by the borrower, even if it is always the same person.
    if name.isSameName(as: Schema.loanTable),
      let person = fields.firstIndex(where: { $0.column.isSameName(as: "person") })
    {
      return [person]
    }
    let candidates = fields.map { field in
      let sample = columns.first { $0.name == field.column }?.firstValues ?? []
      return TitleChoice.Column(
        field: field, name: ColumnName(field.column, ofCoreData: isOfCoreData), sample: ColumnSample(sample),
        isKey: keyColumns.contains(field.column),
        isReference: foreignKeys.contains {
          $0.columns.contains { $0.isSameName(as: field.column) }
        },
        isHousekeeping: isOfCoreData && field.column.hasPrefix("Z_"))
    }
    return TitleChoice(table: name, columns: candidates, key: keyColumns).fields
  }

  private func withDistinctLabels(_ fields: [Field]) -> [Field] {
    var counts: [String: Int] = [:]
    for field in fields { counts[field.label, default: 0] += 1 }
    return fields.map { field in
      var field = field
      if counts[field.label] != 1 { field.label = field.column }
      return field
    }
  }

  var isOfCoreData: Bool {
    [CoreDataEntity.key, CoreDataEntity.entity].allSatisfy { name in columns.contains { $0.name == name } }
  }

  /// Indexes, the rowid, and fields known to be unique although the table does not declare it.
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

  /// The rowid itself is unique, and SQLite assigns it to a new row.
  private func field(of column: ColumnDescription) -> Field {
    var field = column.field(ofCoreData: isOfCoreData)
    let keys = columns.filter { $0.keyPosition > 0 }
    if keys.count == 1, keys[0].name == column.name { field.isUnique = true }
    if isOfCoreData, CoreDataEntity.columns.contains(column.name) {
      // The store assigns these columns to a new row.
      (field.isRequired, field.hasDefault) = (false, true)
    }
    guard column.name == rowidAlias else {
      if isRTree { field.affinity = field.affinity.ofCoordinate }
      return field
    }
    field.kind = .integer
    field.isRequired = false
    field.hasDefault = true
    return field
  }

  private func references(of fields: [Field]) -> [Reference] {
    foreignKeys.compactMap { key in
      let indices = key.columns.compactMap { column in
        fields.firstIndex { $0.column.isSameName(as: column) }
      }
      guard indices.count == key.columns.count, indices.count == key.targets.count else { return nil }
      return Reference(fields: indices, table: key.table, columns: key.targets)
    }
  }

  /// The rowid if a statement can reach it, otherwise the primary key.
  private var key: Schema.Key? {
    if isView { return nil }
    if isWithoutRowID {
      let keys = keyColumns
      // Without its collation, a row could not be found again in the table's order.
      let isFound = columns.allSatisfy { !keys.contains($0.name) || CollationStandIn.isOwn($0.collation) }
      return keys.isEmpty || !isFound ? nil : .columns(keys)
    }
    if let rowidAlias { return .rowid(column: rowidAlias) }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }.map { .rowid(column: $0) }
  }

  var keyColumns: [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  private var isRTree: Bool { module == "rtree" || module == "rtree_i32" }

  /// The alias of the rowid (lang_createtable.html), which no pragma reports for the first column of an R-tree
  /// (rtree.html).
  private var rowidAlias: String? {
    if isRTree { return columns.first?.name }
    let keys = columns.filter { $0.keyPosition > 0 }
    guard !isWithoutRowID, !hasKeyIndex, keys.count == 1, keys[0].declaredType.uppercased() == "INTEGER"
    else { return nil }
    return keys[0].name
  }
}

extension KnownTable.Column {
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

/// The nouns for rows, derived from the table's name: *track* and *tracks* for `Tracks`, `track` and `tblTrack`.
struct RowNoun {
  let singular, plural: String

  /// A name with blanks or non-English letters stays as it is written: its English plural would be a guess.
  init(table: String, ofCoreData isCoreData: Bool) {
    let isWords = table.count <= 24 && table.allSatisfy { $0.isLetter || $0 == " " }
    if isWords, !table.allSatisfy({ $0.isASCII && $0.isLetter }) {
      (singular, plural) = ("row", table.contains(where: \.isLetter) ? table : "rows")
      return
    }
    let words = ColumnName(table, ofCoreData: isCoreData).words.filter { !Self.marks.contains($0) }
    let isPlain = words.allSatisfy { word in word.allSatisfy { $0.isASCII && $0.isLetter } && word.count > 1 }
    guard let last = words.last, isPlain, last.count > 2, words.joined().count <= 24 else {
      (singular, plural) = ("row", "rows")
      return
    }
    let start = words.dropLast().map { $0 + " " }.joined()
    let one = Self.singular(of: last)
    singular = start + one
    plural = start + (one == last ? Self.plural(of: last) : last)
  }

  private static let marks: Set = ["tbl", "table", "tab"]
  private static let irregular = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "shelf": "shelves",
    "life": "lives", "half": "halves", "leaf": "leaves", "index": "indexes", "series": "series",
    "species": "species", "news": "news", "progress": "progress", "data": "data", "media": "media",
    "music": "music", "staff": "staff", "status": "statuses", "bus": "buses", "address": "addresses",
  ]

  private static func singular(of word: String) -> String {
    if irregular[word] != nil { return word }
    if let one = irregular.first(where: { $0.value == word })?.key { return one }
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    let isPlural = word.hasSuffix("s") && !["ss", "us", "is"].contains(where: word.hasSuffix)
    return isPlural ? String(word.dropLast()) : word
  }

  private static func plural(of word: String) -> String {
    if let many = irregular[word] { return many }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + (["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) ? "es" : "s")
  }
}

struct UniqueIndex {
  var columns: [String] = []
  var collations: [String] = []
}
