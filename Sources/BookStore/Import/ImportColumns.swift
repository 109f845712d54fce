import Formats
import Records

/// Which fields of a table get which cells of a file.
struct ImportColumns {
  private let schema: Schema
  private let given: [String: String]
  private let format: Format
  /// Whether the cells mean what a format's rules say, and not what they are called.
  private var isOfBooks: Bool { format.isOfBooks }
  private let isExact: Bool
  /// What reads the cells, by their place in a row, for the names that were looked up last.
  private var places: (columns: [String], readers: [CellReader?]) = ([], [])
  /// The order of days and months in columns that agree on one.
  private var orders: [String: DayOrder] = [:]
  /// The cells of a service's rows that have no field and nothing so far.
  private var emptyPlaces: [Int] = []
  /// The fields that get the time of the import where a row leaves them out.
  private let timedFields: Set<Int>
  /// The names for which there is no field, in their order.
  private(set) var columnsWithoutField: [String] = []
  private var withoutField: Set<String> = []
  private let bookFields: [BookField: Int]
  private let cover: (field: Int, read: @Sendable (String) -> [UInt8]?)?

  /// - Parameter timedFields: The fields that get the time of the import where a row leaves them out, and may be empty.
  init(
    _ schema: Schema, _ options: ImportOptions, _ format: Format, timedFields: Set<Int> = []
  ) throws(ImportError) {
    (self.schema, given, self.format, self.timedFields) = (schema, options.columns, format, timedFields)
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
  ///
  /// What should be said about the values becomes a problem of the row.
  mutating func values(of row: inout FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    noteEmptyPlaces(row)
    takeBytes(of: &row)
    var values: [FieldValue] = []
    values.reserveCapacity(row.values.count)
    for (place, reader) in places.readers.enumerated() where place < row.values.count {
      // A list of books has no cells of JSON, but parts with semicolons between them.
      let list = bookFields[.title] == nil ? nil : row.lists[place].map { Value.text(Text($0)) }
      if let reader { Self.read(list ?? row.values[place], reader, &values, &row.problems) }
    }
    for (name, text) in row.book {
      guard let field = bookFields[name], !values.contains(where: { $0.index == field }) else { continue }
      Self.read(.text(Text(text)), reader(schema.fields[field].column, field), &values, &row.problems)
    }
    if let cover, let bytes = row.cover.flatMap(cover.read) {
      values.append(FieldValue(index: cover.field, value: .blob(bytes)))
    }
    let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.index < $1.index }
    return isSorted ? values : values.sorted { $0.index < $1.index }
  }

  /// Stores cells that are not valid UTF-8 as bytes in the fields that hold photos and other blobs.
  private func takeBytes(of row: inout FormatRow) {
    for (place, bytes) in row.rawCells where place < places.readers.count {
      guard let reader = places.readers[place], reader.field.kind.isBytes else { continue }
      let column = row.columns[place]
      row.values[place] = .blob(bytes)
      row.problems.removeAll { $0 == .notUTF8(column: column) }
    }
  }

  /// Adds what a cell gives its field.
  private static func read(
    _ cell: Value, _ reader: CellReader, _ values: inout [FieldValue], _ problems: inout [RowProblem]
  ) {
    let (value, problem) = reader.read(cell)
    if let problem { problems.append(problem) }
    if let value { values.append(FieldValue(index: reader.index, value: value)) }
  }

  /// The values of a new row: those that it gives, and NULL for a time that the file has a column for, and the row leaves out.
  ///
  /// The database would put the time of the import there, and nobody said that.
  func newValues(_ values: [FieldValue], of row: FormatRow) -> [FieldValue] {
    guard !timedFields.isEmpty else { return values }
    let empty = timedFields.filter { field in
      let isGiven =
        places.readers.contains { $0?.index == field } || row.bookColumns.contains { bookFields[$0] == field }
      return isGiven && !values.contains { $0.index == field }
    }
    if empty.isEmpty { return values }
    return (values + empty.map { FieldValue(index: $0, value: .null) }).sorted { $0.index < $1.index }
  }

  /// Notes the columns of a service's file for which there is neither a rule nor a field, once one has something.
  private mutating func noteEmptyPlaces(_ row: FormatRow) {
    guard !emptyPlaces.isEmpty else { return }
    emptyPlaces.removeAll { place in
      guard place < row.values.count, !row.values[place].isNull, row.values[place] != .text("") else {
        return false
      }
      if !columnsWithoutField.contains(row.columns[place]) { columnsWithoutField.append(row.columns[place]) }
      return true
    }
  }

  /// The fields that a row of JSON gives a text that is empty, which is another value than NULL.
  mutating func emptyTexts(of row: FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    return zip(places.readers, row.values).compactMap { reader, value in
      guard let place = reader?.index, value == .text("") else { return nil }
      let kind = schema.fields[place].kind
      guard kind.holdsTexts, kind.choices.isEmpty, kind != .partialDate else { return nil }
      return FieldValue(index: place, value: value)
    }
  }

  /// Whether a row has something that becomes the value of no field.
  mutating func leavesOut(_ row: FormatRow) -> Bool {
    if isOfBooks || row.problems.contains(where: \.leavesOut) { return true }
    if row.columns != places.columns { lookUp(row.columns) }
    return zip(places.readers, row.values).enumerated().contains { place, cell in
      cell.0 == nil && !cell.1.writtenBytes.isEmpty && !Self.isMade(row.columns[place], schema)
    }
  }

  /// Whether the table makes the values of a column itself.
  private static func isMade(_ column: String, _ schema: Schema) -> Bool {
    schema.key.columns.contains { isSame($0, column) }
      || schema.fields.contains { $0.isGenerated && isSame($0.column, column) }
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
      isNullByDefault: timedFields.contains(field), bookField: bookFields.first { $0.value == field }?.key,
      order: orders[column])
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
    if isUsed { return }
    if let file = OtherFile(columns: row.columns) { throw .format(.otherFile(file)) }
    throw .noFields(row.columns, in: schema)
  }

  private mutating func lookUp(_ columns: [String]) {
    var fields = columns.map { column -> Int? in
      if let name = given.first(where: { Self.isSame($0.key, column) })?.value {
        return Self.field(name, schema)
      }
      guard isOfBooks else { return Self.field(column, schema) }
      return format.reads(column) ? nil : fieldOfOwn(column)
    }
    if !isOfBooks { addOtherNames(of: columns, to: &fields) }
    places = (columns, zip(columns, fields).map { column, field in field.map { reader(column, $0) } })
    emptyPlaces = columns.indices.filter { isOfBooks && fields[$0] == nil && !format.reads(columns[$0]) }
    for (column, field) in zip(columns, fields)
    where field == nil && !isOfBooks && !Self.isMade(column, schema) && withoutField.insert(column).inserted {
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

  /// The field of a column that no rule reads, where the person has made one for it.
  private func fieldOfOwn(_ column: String) -> Int? {
    Self.field(column, schema).flatMap { field in
      bookFields.values.contains(field) || schema.fields[field].kind.isBytes ? nil : field
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
