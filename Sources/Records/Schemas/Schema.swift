/// A table as people see it: what names a row, which fields it has, and what one row is called.
public struct Schema: Hashable, Sendable {
  /// Which of the open database's tables it is.
  public var id = TableID.first
  /// The table's name in the database, unquoted.
  public var table: String
  /// What names a row.
  public var key: Key
  /// The fields in the order in which they are shown; never empty.
  public var fields: [Field]
  /// The indices in `fields` of the fields that stand for a row in the list, one after the other; never empty.
  public var titleFields: [Int]
  /// What one row is called, in lower case, as in "1 book".
  public var singular: String
  /// What several rows are called, in lower case, as in "3 books".
  public var plural: String
  /// What the rows come from.
  public var source: Source
  /// Whether nothing can be written, since no row can be named or the source takes no writes.
  public var isReadOnly: Bool
  /// The foreign keys whose columns are all among the fields.
  public var references: [Reference]
  /// The fields that keep rows apart, alone or several together.
  public var uniqueKeys: [UniqueKey] = []
  /// Whether a constraint of the table that keeps rows apart says itself what becomes of a conflict, so that a plain
  /// statement could remove another row.
  public var resolvesConflicts = false
  /// Whether such a constraint removes the other row, so that people may expect a new row to take an old one's place.
  public var replacesRows = false
  /// Whether a detail folds fields without a value; nil if the person has not said.
  public var foldsEmpty: Bool?
  /// The fields whose values come from other rows, which lists show and find; empty until somebody has asked for them.
  public var related: [RelatedField] = []

  /// The field itself if it is visible, or the next one that is, or the last.
  public func visibleField(at field: Int) -> Int {
    let order = displayOrder
    let place = order.firstIndex(of: field) ?? 0
    return order[place...].first { !fields[$0].isHidden } ?? order.last { !fields[$0].isHidden } ?? field
  }

  /// The groups of the fields, by field; empty where they have none.
  public var fieldGroups: [FieldGroup] {
    isRead ? fields.map { FieldGroup.place(of: $0.column).group } : []
  }

  /// The fields in the order in which a record shows them: by their groups if they have any.
  public var displayOrder: [Int] {
    guard isRead else { return Array(fields.indices) }
    let places = fields.map { FieldGroup.place(of: $0.column) }
    let groups = FieldGroup.allCases
    func rank(_ field: Int) -> (Int, Int, Int) {
      (groups.firstIndex(of: places[field].group) ?? 0, places[field].place, field)
    }
    return fields.indices.sorted { rank($0) < rank($1) }
  }

  /// What rows come from.
  public enum Source: Hashable, Sendable {
    /// A table with rows of its own.
    case table
    /// A query that the database keeps under a name.
    case view
    /// A table that a module of SQLite makes up.
    case virtual
  }

  /// Which columns name a row.
  public enum Key: Hashable, Sendable {
    /// The rowid, under the name by which this table's statements can reach it, unquoted.
    case rowid(column: String)
    /// The primary key's columns, unquoted, of a table without a rowid.
    case columns([String])
    /// The rows' places, counted from one, for a view or a table in which no row can be named.
    case position

    /// The key's columns, unquoted, in the order of `RecordID.values`.
    public var columns: [String] {
      switch self {
      case .rowid(let column): [column]
      case .columns(let columns): columns
      case .position: [Self.positionColumn]
      }
    }

    /// Whether one integer names a row.
    public var isInteger: Bool {
      if case .columns = self { false } else { true }
    }

    /// What the places are called in statements.
    private static let positionColumn = "the row's place"
  }

  /// Makes a schema of its parts.
  ///
  /// A view is read-only unless it is said that it is not.
  ///
  /// - Precondition: `fields` is not empty, and the title's indices are some of its.
  public init(
    table: String, key: Key, fields: [Field], titleFields: [Int], singular: String, plural: String,
    source: Source = .table, isReadOnly: Bool? = nil, references: [Reference] = []
  ) {
    precondition(!titleFields.isEmpty && titleFields.allSatisfy(fields.indices.contains))
    self.table = table
    self.key = key
    self.fields = fields
    self.titleFields = titleFields
    self.singular = singular
    self.plural = plural
    self.source = source
    self.isReadOnly = isReadOnly ?? (source == .view || key == .position)
    self.references = references
  }

  /// Makes a schema whose rows have the title of one field.
  ///
  /// - Precondition: `fields` is not empty and `titleIndex` is one of its indices.
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

  /// The field with the row's own number, which the database gives to a new row by itself.
  public var keyField: Int? {
    guard case .rowid(let column) = key, source == .table else { return nil }
    return field(named: column)
  }

  /// Whether the rows are books that somebody reads, judging by the names of the table and of a field.
  ///
  /// Whether the database has the tables of readings and loans is found out when they are needed.
  public var isRead: Bool {
    source == .table && table.isSameName(as: "book") && field(named: "status") != nil
  }

  /// The name of the table of loans in the template `reading`.
  package static let loanTable = "loan"

  /// Whether the rows are loans of books: who has one, and when it came back.
  public var isOfLoans: Bool {
    source == .table && table.isSameName(as: Self.loanTable)
      && ["book", "person", "direction", "due", "back_on"].allSatisfy { field(named: $0) != nil }
  }

  /// The fields that a list shows beside the title unless the person has chosen others: of books that somebody reads, who
  /// wrote them and what the reader made of them.
  public var defaultColumns: [Int] {
    isRead ? ["author", "status", "rating"].compactMap { field(named: $0) } : []
  }

  /// The title of a row out of the values of all its fields; several texts are joined by blanks.
  public func title(of values: [Value]) -> Value {
    guard titleFields.count > 1 else { return values[titleIndex] }
    let texts = titleFields.compactMap { values[$0].isNull ? nil : fields[$0].text(of: values[$0]) }
    let title = texts.filter { !$0.isEmpty }.joined(separator: " ")
    return texts.isEmpty ? .null : .text(Text(title))
  }

  /// A title as people read it.
  public func text(ofTitle title: Value) -> String {
    if titleFields.count > 1, case .text(let text) = title { return text.string }
    return titleField.text(of: title)
  }

  /// The references that the title consists of, if it consists of nothing else: the rows join those of other tables.
  public var joinedReferences: [Reference] {
    if references.isEmpty { return [] }
    let joined = references.filter { reference in reference.fields.allSatisfy(titleFields.contains) }
    return titleFields.allSatisfy { field in joined.contains { $0.fields.contains(field) } } ? joined : []
  }

  /// Whether the rows join those of two tables: they consist of two references, or are kept apart by them and need no more.
  public var isJoining: Bool {
    guard references.count == 2 else { return false }
    let pair = Set(references.flatMap(\.fields))
    let isKey = Set(key.columns.compactMap { field(named: $0) }) == pair
    let isUnique = isKey || uniqueKeys.contains { Set($0.fields) == pair }
    let others = fields.indices.filter { !pair.contains($0) && $0 != keyField }
    return joinedReferences.count == 2
      || isUnique && others.allSatisfy { fields[$0].takesNull || fields[$0].hasDefault }
  }

  /// The list's name in the bar, as in "Books".
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

  /// The schema with a title and kinds that were said by hand, which go before those that were found.
  ///
  /// Columns are found in any case, also in a title of several columns. The kinds are called as `Field.Kind.names` says.
  ///
  /// - Parameters:
  ///   - title: The column that stands for a row, or several that are separated by commas; nil keeps the title. A column
  ///     whose own name has commas goes before.
  ///   - kinds: Columns with the names of their kinds; of two for one column the last counts.
  /// - Throws: `noSuchColumn` or `noSuchKind` with the name as it was given.
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

  /// The fields of columns that are shown beside the title, found as `applying(title:kinds:)` finds them.
  ///
  /// - Throws: `noSuchColumn` with the name as it was given.
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

  /// The field with a column's name as SQLite compares names; one that is the same byte for byte comes first.
  ///
  /// - Complexity: O(*n*) in the fields.
  public func field(named column: String) -> Int? {
    fields.firstIndex { $0.column == column } ?? fields.firstIndex { $0.column.isSameName(as: column) }
  }

  private func field(of column: String) throws(SchemaError) -> Int {
    guard let index = field(named: column) else { throw .noSuchColumn(column) }
    return index
  }
}
