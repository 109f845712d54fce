import Formats
import Records

/// Which fields of a table get which cells of a file.
struct ImportColumns {
  private let schema: Schema
  private let given: [String: String]
  private let isOfBooks: Bool
  private let isExact: Bool
  /// What reads the cells, by their place in a row, for the names that were looked up last.
  private var places: (columns: [String], readers: [CellReader?]) = ([], [])
  /// The order of days and months in columns that agree on one.
  private var orders: [String: DayOrder] = [:]
  /// What should be said about the values of the last row.
  private(set) var problems: [RowProblem] = []
  /// The fields that have no value in the last row, and do not get their default.
  private(set) var blanks: [Int] = []
  /// The names for which there is no field, in their order.
  private(set) var columnsWithoutField: [String] = []
  private let bookFields: [BookField: Int]
  private let cover: (field: Int, read: @Sendable (String) -> [UInt8]?)?

  init(_ schema: Schema, _ options: ImportOptions, isOfBooks: Bool) throws(ImportError) {
    (self.schema, given, self.isOfBooks) = (schema, options.columns, isOfBooks)
    isExact = options.isExact
    for name in options.columns.values where Self.field(name, schema) == nil {
      throw .noColumn(name, in: schema.table)
    }
    let fields = BookField.allCases.compactMap { field in
      Self.field(field.rawValue, schema).map { (field, $0) }
    }
    bookFields = Dictionary(uniqueKeysWithValues: fields)
    let field = schema.fields.firstIndex { $0.kind == .photo && $0.column.lowercased() == "cover" }
    cover = field.flatMap { field in options.cover.map { (field, $0) } }
  }

  /// Finds out on which order of days and months each column agrees, as far as some rows tell.
  mutating func learnOrders(of rows: some Collection<FormatRow>) {
    for (place, column) in (rows.first?.columns ?? []).enumerated() {
      orders[column] = DayOrder(
        of: rows.lazy.compactMap { $0.values.count > place ? $0.values[place].plainText : nil })
    }
    places = ([], [])
  }

  /// The fields and values that a row gives, without what is empty.
  mutating func values(of row: FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    var values: [FieldValue] = []
    values.reserveCapacity(row.values.count)
    (problems, blanks) = ([], [])
    for (place, reader) in places.readers.enumerated() where place < row.values.count {
      if let reader { read(row.values[place], reader, &values) }
    }
    for (name, text) in row.book {
      guard let field = bookFields[name], !values.contains(where: { $0.index == field }) else { continue }
      read(.text(Text(text)), reader(schema.fields[field].column, field), &values)
    }
    if let cover, let bytes = row.cover.flatMap(cover.read) {
      values.append(FieldValue(index: cover.field, value: .blob(bytes)))
    }
    if !blanks.isEmpty {
      blanks = Set(blanks).filter { blank in !values.contains { $0.index == blank } }.sorted()
    }
    let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.index < $1.index }
    return isSorted ? values : values.sorted { $0.index < $1.index }
  }

  /// Adds what a cell gives its field.
  private mutating func read(_ cell: Value, _ reader: CellReader, _ values: inout [FieldValue]) {
    let (value, problem) = reader.read(cell)
    if let problem { problems.append(problem) }
    if let value {
      values.append(FieldValue(index: reader.index, value: value))
    } else if reader.isNullByDefault {
      blanks.append(reader.index)
    }
  }

  /// What reads the cells of rows with some columns, as far as these have a field.
  mutating func readers(of columns: [String]) -> [CellReader?] {
    if columns != places.columns { lookUp(columns) }
    return places.readers
  }

  /// The fields of the cells of a row with some columns, as far as they have one.
  mutating func fields(of columns: [String]) -> [Int?] { readers(of: columns).map { $0?.index } }

  private func reader(_ column: String, _ field: Int) -> CellReader {
    CellReader(
      index: field, field: schema.fields[field], column: column, isExact: isExact,
      bookField: bookFields.first { $0.value == field }?.key, order: orders[column])
  }

  /// Whether SQLite itself makes of any text what is read from it.
  static func isStoredAsIs(_ field: Field) -> Bool {
    field.kind.isText && (field.affinity == .text || field.affinity == .blob)
  }

  /// Looks the columns of the first row up.
  ///
  /// - Throws: `noHeader` if a column was given that the file does not have, `noFields` if the table has a field for none.
  mutating func check(_ row: FormatRow) throws(ImportError) {
    lookUp(row.columns)
    for name in given.keys where !row.columns.contains(where: { Self.isSame($0, name) }) {
      throw .noHeader(name)
    }
    let isUsed = isOfBooks ? !bookFields.isEmpty : places.readers.contains { $0 != nil }
    if !isUsed { throw .noFields(row.columns, in: schema) }
  }

  private mutating func lookUp(_ columns: [String]) {
    var fields = columns.map { column -> Int? in
      if let name = given.first(where: { Self.isSame($0.key, column) })?.value {
        return Self.field(name, schema)
      }
      // The cells of a service mean what its rules say, and not what they are called.
      return isOfBooks ? nil : Self.field(column, schema)
    }
    if !isOfBooks { addOtherNames(of: columns, to: &fields) }
    places = (columns, zip(columns, fields).map { column, field in field.map { reader(column, $0) } })
    for (column, field) in zip(columns, fields)
    where field == nil && !isOfBooks && !columnsWithoutField.contains(column) {
      columnsWithoutField.append(column)
    }
  }

  /// Finds fields of a book for columns that have one of their other names; of several columns the first one gets it.
  private func addOtherNames(of columns: [String], to fields: inout [Int?]) {
    guard bookFields[.title] != nil else { return }
    for (place, column) in columns.enumerated() where fields[place] == nil {
      let name = Self.folded(column)
      guard let book = bookFields.first(where: { $0.key.otherNames.contains(name) }),
        !fields.contains(book.value)
      else { continue }
      fields[place] = book.value
    }
  }

  /// The field of a name, which is its column or its label, in any case and with any blanks.
  private static func field(_ name: String, _ schema: Schema) -> Int? {
    schema.fields.firstIndex { !$0.isGenerated && isSame($0.column, name) }
      ?? schema.fields.firstIndex { !$0.isGenerated && isSame($0.label, name) }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool { folded(left) == folded(right) }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
  }
}
