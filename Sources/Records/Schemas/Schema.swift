/// A table as shown to people: its key, its fields, and the names for its rows.
public struct Schema: Hashable, Sendable {
  /// The table's ID in the open database.
  public var id = TableID.first
  /// The table's name in the database, unquoted.
  public var table: String
  /// The columns that identify a row.
  public var key: Key
  /// The fields in display order; never empty.
  public var fields: [Field]
  /// The indices in `fields` of the fields that make up a row's title, in order; never empty.
  public var titleFields: [Int]
  /// The lowercase names of one row and of several, as in "1 book" and "3 books".
  public var singular, plural: String
  /// Whether the rows come from a table, a view or a module.
  public var source: Source
  /// Whether nothing can be written, because rows have no key or the source is read-only.
  public var isReadOnly: Bool
  /// The foreign keys whose columns are all among the fields.
  public var references: [Reference]
  /// The unique keys of the table.
  public var uniqueKeys: [UniqueKey] = []
  /// Whether a uniqueness constraint has a conflict clause, so that a plain statement could remove another row.
  public var resolvesConflicts = false
  /// Whether such a constraint replaces the other row, so that a new row is expected to take its place.
  public var replacesRows = false
  /// Whether a detail folds empty fields; nil if the person has not chosen.
  public var foldsEmpty: Bool?
  /// The fields with values from related rows, for lists and searches; empty until requested.
  public var related: [RelatedField] = []

  /// The field itself if it is visible, otherwise the next visible field, or the last one.
  public func visibleField(at field: Int) -> Int {
    let order = displayOrder
    let place = order.firstIndex(of: field) ?? 0
    return order[place...].first { !fields[$0].isHidden } ?? order.last { !fields[$0].isHidden } ?? field
  }

  /// The groups of the fields, by field; empty if there are none.
  package var fieldGroups: [FieldGroup] { isRead ? fields.map { FieldGroup.place(of: $0.column).group } : [] }

  /// The fields in the order in which a record shows them: by group, if they have groups.
  public var displayOrder: [Int] {
    guard isRead else { return Array(fields.indices) }
    let places = fields.map { FieldGroup.place(of: $0.column) }
    let groups = FieldGroup.allCases
    func rank(_ field: Int) -> (Int, Int, Int) {
      (groups.firstIndex(of: places[field].group) ?? 0, places[field].place, field)
    }
    return fields.indices.sorted { rank($0) < rank($1) }
  }

  /// The origin of the rows.
  public enum Source: Hashable, Sendable {
    case table
    case view
    case virtual
  }

  /// The columns that identify a row.
  public enum Key: Hashable, Sendable {
    /// The unquoted name by which statements can reach the rowid.
    case rowid(column: String)
    case columns([String])
    /// The row number, from one, if rows have no key.
    case position

    /// The key's columns, unquoted, in the order of `RecordID.values`.
    public var columns: [String] {
      switch self {
      case .rowid(let column): [column]
      case .columns(let columns): columns
      case .position: [Self.positionColumn]
      }
    }

    /// Whether a single integer identifies a row.
    public var isInteger: Bool {
      if case .columns = self { false } else { true }
    }

    private static let positionColumn = "the row's place"
  }

  /// Creates a schema; a view is read-only by default.
  ///
  /// - Precondition: `fields` is not empty, and `titleFields` are indices of it.
  public init(
    table: String, key: Key, fields: [Field], titleFields: [Int], singular: String, plural: String,
    source: Source = .table, isReadOnly: Bool? = nil, references: [Reference] = []
  ) {
    precondition(!titleFields.isEmpty && titleFields.allSatisfy(fields.indices.contains))
    (self.table, self.key, self.fields, self.titleFields) = (table, key, fields, titleFields)
    (self.singular, self.plural, self.source) = (singular, plural, source)
    self.isReadOnly = isReadOnly ?? (source == .view || key == .position)
    self.references = references
  }

  /// Creates a schema whose title is a single field.
  public init(
    table: String, key: Key, fields: [Field], titleIndex: Int, singular: String, plural: String
  ) {
    self.init(
      table: table, key: key, fields: fields, titleFields: [titleIndex], singular: singular, plural: plural)
  }

  /// The index in `fields` of the first field of the title.
  public var titleIndex: Int { titleFields[0] }

  /// The first field of the title.
  public var titleField: Field { fields[titleIndex] }

  /// The field with the rowid, which the database assigns to a new row.
  public var keyField: Int? {
    guard case .rowid(let column) = key, source == .table else { return nil }
    return field(named: column)
  }

  /// Whether the rows are books that are read, judging by the names of the table and of a field.
  public var isRead: Bool {
    source == .table && table.isSameName(as: "book") && field(named: "status") != nil
  }

  package static let loanTable = "loan"

  /// Whether the rows are loans of books.
  public var isOfLoans: Bool {
    source == .table && table.isSameName(as: Self.loanTable)
      && ["book", "person", "direction", "due", "back_on"].allSatisfy { field(named: $0) != nil }
  }

  /// The fields shown beside the title by default: for books that are read, author and reader's opinion.
  ///
  /// Other tables with more than four fields show up to three dates, choices and numbers, or otherwise texts. At least one
  /// reference by the title of its row follows once the related fields are known.
  public var defaultColumns: [Int] {
    if isRead { return ["author", "status", "rating"].compactMap { field(named: $0) } }
    guard source == .table else { return [] }
    let short = shortFields
    let own = fields.count > 4 ? Array((short.isEmpty ? texts : short).prefix(Self.mostColumns)) : []
    return own + titledReferences.prefix(max(1, Self.mostColumns - own.count))
  }

  /// The default columns of a wide list: the usual ones, then others if there is room for whole titles.
  public var wideColumns: [Int] {
    let usual = defaultColumns
    guard source == .table, fields.count > 4 else { return usual }
    let ofBooks = ["pages", "published", "format", "reading.finished.last", "shelf", "tags"]
    let others = isRead ? ofBooks.compactMap(listField) : shortFields + titledReferences + texts
    return usual
      + others.filter { !usual.contains($0) && !field(at: $0).isHidden && isShowable($0) }
      .prefix(Self.mostOtherColumns)
  }

  private static let mostColumns = 3
  private static let mostOtherColumns = 6

  /// Texts that say what or where a row is, such as a city, come first.
  private var texts: [Int] {
    let others = titleFields + references.flatMap(\.fields)
    let texts = displayOrder.filter {
      fields[$0].kind == .text && !fields[$0].isHidden && !fields[$0].isKey && !others.contains($0)
    }
    let isTelling = { (field: Int) in Self.telling.contains { fields[field].column.isSameName(as: $0) } }
    return texts.filter(isTelling) + texts.filter { !isTelling($0) }
  }

  private static let telling = ["company", "city", "country", "category", "type", "genre"]

  private var shortFields: [Int] {
    let others = titleFields + references.flatMap(\.fields) + (keyField.map { [$0] } ?? [])
    return displayOrder.filter { fields[$0].tellsApart && !others.contains($0) }
  }

  /// Needs an index that leads to the referenced rows.
  private var titledReferences: [Int] {
    if related.isEmpty { return [] }
    return displayOrder.filter { !fields[$0].isHidden && !titleFields.contains($0) }.compactMap { field in
      related.firstIndex { $0.reference == field && $0.isShown && $0.isIndexed }.map { fields.count + $0 }
    }
  }

  /// Whether the default columns may have titles of other rows, once the related fields are known.
  public var mayTitleReferences: Bool {
    related.isEmpty && source == .table && !isRead
      && references.contains { $0.fields.count == 1 && !titleFields.contains($0.fields[0]) }
  }

  /// The title from the values of all fields; several texts are joined by blanks.
  public func title(of values: [Value]) -> Value {
    guard titleFields.count > 1 else { return values[titleIndex] }
    let texts = titleFields.compactMap { values[$0].isNull ? nil : fields[$0].text(of: values[$0]) }
    let title = texts.filter { !$0.isEmpty }.joined(separator: " ")
    return texts.isEmpty ? .null : .text(Text(title))
  }

  /// The text of a title for display.
  public func text(ofTitle title: Value) -> String {
    if titleFields.count > 1, case .text(let text) = title { return text.string }
    return titleField.text(of: title)
  }

  /// The foreign keys that make up the title, if it has no other fields: the rows join those of other tables.
  public var joinedReferences: [Reference] {
    if references.isEmpty { return [] }
    let joined = references.filter { reference in reference.fields.allSatisfy(titleFields.contains) }
    return titleFields.allSatisfy { field in joined.contains { $0.fields.contains(field) } } ? joined : []
  }

  /// Whether this is a joining table: its rows consist of two references, or are unique by them and need nothing more.
  public var isJoining: Bool {
    guard references.count == 2 else { return false }
    let pair = Set(references.flatMap(\.fields))
    let isKey = Set(key.columns.compactMap { field(named: $0) }) == pair
    let isUnique = isKey || uniqueKeys.contains { Set($0.fields) == pair }
    let others = fields.indices.filter { !pair.contains($0) && $0 != keyField }
    return joinedReferences.count == 2
      || isUnique && others.allSatisfy { fields[$0].takesNull || fields[$0].hasDefault }
  }

  /// The name of the list in the bar, as in "Books".
  public var name: String { plural.prefix(1).uppercased() + String(plural.dropFirst()) }

  /// The sample's book table: `book(pk, title, copyright, author)`.
  public static let books = Schema(
    table: "book", key: .rowid(column: "pk"),
    fields: [
      Field(column: "title", label: "Title", kind: .text, isRequired: true),
      Field(column: "copyright", label: "Copyright", kind: .date(.secondsSince1970)),
      Field(column: "author", label: "Author", kind: .text),
    ],
    titleIndex: 0, singular: "book", plural: "books")

  /// The schema with a title and kinds set by hand; `Field.Kind.names` lists the names of the kinds.
  ///
  /// - Parameters:
  ///   - title: The title column, or several separated by commas; nil keeps the title. A column with commas takes precedence.
  ///   - kinds: Columns with the names of their kinds; the last entry for a column counts.
  /// - Throws: `noSuchColumn` or `noSuchKind` with the name as given.
  public func applying(
    title: String?, kinds: [(column: String, kind: String)]
  ) throws(SchemaError) -> Schema {
    var schema = self
    if let title { schema.titleFields = try titleFields(title) }
    for (column, name) in kinds {
      let index = try field(of: column)
      guard let kind = Field.Kind(name: name) else { throw .noSuchKind(name) }
      schema.fields[index].kind = kind
      schema.fields[index].reading = nil
    }
    return schema
  }

  /// The fields to show beside the title, found by column as in `applying(title:kinds:)`.
  public func columns(named names: [String]) throws(SchemaError) -> [Int] {
    var indices: [Int] = []
    for name in names {
      guard let index = listField(named: name), isShowable(index) else { throw .noSuchColumn(name) }
      if !indices.contains(index), titleFields != [index] { indices.append(index) }
    }
    return indices
  }

  private func titleFields(_ title: String) throws(SchemaError) -> [Int] {
    if title.contains(","), let whole = try? field(of: title) { return [whole] }
    var indices: [Int] = []
    for column in title.split(separator: ",", omittingEmptySubsequences: false) {
      let index = try field(of: String(column))
      if !indices.contains(index) { indices.append(index) }
    }
    return indices
  }

  /// The field with a column's name, compared as in SQLite; an exact match takes precedence.
  public func field(named column: String) -> Int? {
    fields.firstIndex { $0.column == column } ?? fields.firstIndex { $0.column.isSameName(as: column) }
  }

  private func field(of column: String) throws(SchemaError) -> Int {
    guard let index = field(named: column) else { throw .noSuchColumn(column) }
    return index
  }
}

extension Field {
  fileprivate var isKey: Bool { column == "id" || column.hasSuffix("_id") || column.hasSuffix("Id") }

  /// Keys of other tables do not tell rows apart.
  fileprivate var tellsApart: Bool {
    if isHidden || isKey { return false }
    return kind.isDated || kind.holdsNumbers || kind == .boolean || !kind.choices.isEmpty
  }
}

/// A foreign key: fields that identify a row of another table or of the same one.
public struct Reference: Hashable, Sendable {
  /// The indices of the fields in their schema, in the order of `columns`.
  public var fields: [Int]
  /// The name of the referenced table, unquoted, spelled as in the foreign key.
  public var table: String
  /// The referenced columns, unquoted, one for each of `fields`.
  public var columns: [String]

  /// Creates a reference.
  public init(fields: [Int], table: String, columns: [String]) {
    (self.fields, self.table, self.columns) = (fields, table, columns)
  }
}

/// Fields whose combined values are unique; NULL never equals another value.
public struct UniqueKey: Hashable, Sendable {
  /// The indices of the fields in their schema; never empty.
  public var fields: [Int]
  /// The unquoted names of the collations for comparing the fields' texts, one for each of `fields`.
  public var collations: [String]

  /// Creates a key.
  public init(fields: [Int], collations: [String]) { (self.fields, self.collations) = (fields, collations) }
}

/// An error in schema settings made by hand; wording is left to the caller.
public enum SchemaError: Error, Hashable, Sendable {
  case noSuchColumn(String)
  case noSuchKind(String)
}

extension String {
  /// Whether SQLite considers two names equal: it ignores ASCII case only (see `sqlite3_stricmp`).
  public func isSameName(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
