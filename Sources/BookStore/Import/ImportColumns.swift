import Formats
import Records

/// Which fields of a table get which cells of a file.
struct ImportColumns {
  private let schema: Schema
  private let given: [String: String]
  private let format: Format
  /// Whether the cells mean what a format's rules say, and not what they are called.
  private var isOfBooks: Bool { format.isOfBooks }
  /// The fields by the place of the cell in a row, for the names that were looked up last.
  private var places: (columns: [String], fields: [Int?]) = ([], [])
  /// The cells of a service's rows that have no field and nothing so far.
  private var emptyPlaces: [Int] = []
  /// The fields that get the time of the import where a row leaves them out.
  let timedFields: Set<Int>
  /// The names for which there is no field, in their order.
  private(set) var columnsWithoutField: [String] = []
  private let bookFields: [BookField: Int]
  private let cover: (field: Int, read: @Sendable (String) -> [UInt8]?)?

  /// - Parameter timedFields: The fields that get the time of the import where a row leaves them out, and may be empty.
  init(
    _ schema: Schema, _ options: ImportOptions, _ format: Format, timedFields: Set<Int> = []
  ) throws(ImportError) {
    (self.schema, given, self.format, self.timedFields) = (schema, options.columns, format, timedFields)
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

  /// The fields and values that a row gives, without what is empty.
  ///
  /// A word that is none of a field's choices becomes a problem of the row.
  mutating func values(of row: inout FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    noteEmptyPlaces(row)
    var values: [FieldValue] = []
    values.reserveCapacity(row.values.count)
    for (place, field) in places.fields.enumerated() where place < row.values.count {
      guard let field, let value = value(row.values[place], field, row.columns[place], &row) else { continue }
      values.append(FieldValue(index: field, value: value))
    }
    for (name, text) in row.book {
      guard let field = bookFields[name], !values.contains(where: { $0.index == field }),
        let value = value(.text(Text(text)), field, name.rawValue, &row)
      else { continue }
      values.append(FieldValue(index: field, value: value))
    }
    if let cover, let bytes = row.cover.flatMap(cover.read) {
      values.append(FieldValue(index: cover.field, value: .blob(bytes)))
    }
    let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.index < $1.index }
    return isSorted ? values : values.sorted { $0.index < $1.index }
  }

  /// The values of a new row: those that it gives, and NULL for a time that the file has a column for, and the row leaves out.
  ///
  /// The database would put the time of the import there, and nobody said that.
  func newValues(_ values: [FieldValue], of row: FormatRow) -> [FieldValue] {
    guard !timedFields.isEmpty else { return values }
    let empty = timedFields.filter { field in
      let isGiven =
        places.fields.contains(field) || row.bookColumns.contains { bookFields[$0] == field }
      return isGiven && !values.contains { $0.index == field }
    }
    if empty.isEmpty { return values }
    return (values + empty.map { FieldValue(index: $0, value: .null) }).sorted { $0.index < $1.index }
  }

  /// The value that a cell gives a field; nil for an empty one, and for a word that is none of the field's choices.
  private func value(_ cell: Value, _ field: Int, _ column: String, _ row: inout FormatRow) -> Value? {
    let field = schema.fields[field]
    guard !field.kind.choices.isEmpty, case .text(let text) = cell, !text.bytes.isEmpty else {
      return Self.value(cell, field)
    }
    if let choice = Self.choice(text.string, field) {
      return Value.text(Text(choice)).stored(in: field.affinity)
    }
    // The database refuses a row without a value for such a field.
    if field.isRequired { return Self.value(cell, field) }
    row.problems.append(.unknownWord(text.string, column: column, choices: field.kind.choices))
    return nil
  }

  /// The choice that a word means, in any case; a status has many names.
  private static func choice(_ word: String, _ field: Field) -> String? {
    func choice(_ word: String) -> String? {
      field.kind.choices.first { $0.lowercased() == word.lowercased() }
    }
    if let choice = choice(word) { return choice }
    guard field.column.lowercased() == BookField.status.rawValue else { return nil }
    return StatusText.status(word).flatMap(choice)
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
    return zip(places.fields, row.values).compactMap { place, value in
      guard let place, value == .text("") else { return nil }
      let kind = schema.fields[place].kind
      guard kind.holdsTexts, kind.choices.isEmpty, kind != .partialDate else { return nil }
      return FieldValue(index: place, value: value)
    }
  }

  /// Whether a row has something that becomes the value of no field.
  mutating func leavesOut(_ row: FormatRow) -> Bool {
    if isOfBooks || row.problems.contains(where: \.leavesOut) { return true }
    if row.columns != places.columns { lookUp(row.columns) }
    return zip(places.fields, row.values).enumerated().contains { place, cell in
      cell.0 == nil && !cell.1.writtenBytes.isEmpty && !Self.isMade(row.columns[place], schema)
    }
  }

  /// Whether the table makes the values of a column itself.
  private static func isMade(_ column: String, _ schema: Schema) -> Bool {
    schema.key.columns.contains { isSame($0, column) }
      || schema.fields.contains { $0.isGenerated && isSame($0.column, column) }
  }

  /// The fields of the cells of a row with some columns, as far as they have one.
  mutating func fields(of columns: [String]) -> [Int?] {
    if columns != places.columns { lookUp(columns) }
    return places.fields
  }

  /// Whether SQLite itself makes of a text what `value(_:_:)` makes of it: of any text, or only of digits.
  static func isStoredAsIs(_ field: Field) -> (texts: Bool, digits: Bool) {
    guard field.kind.choices.isEmpty, field.kind != .partialDate else { return (false, false) }
    let isText = field.kind.holdsTexts || field.kind.isBytes
    return (isText, isText || field.affinity != .text && field.affinity != .blob)
  }

  /// Looks the columns of the first row up.
  ///
  /// - Throws: `noHeader` if a column was given that the file does not have, `noFields` if the table has a field for none.
  mutating func check(_ row: FormatRow) throws(ImportError) {
    lookUp(row.columns)
    for name in given.keys where !row.columns.contains(where: { Self.isSame($0, name) }) {
      throw .noHeader(name)
    }
    let isUsed = isOfBooks ? !bookFields.isEmpty : places.fields.contains { $0 != nil }
    if !isUsed { throw .noFields(row.columns, in: schema) }
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
    places = (columns, fields)
    emptyPlaces = columns.indices.filter { isOfBooks && fields[$0] == nil && !format.reads(columns[$0]) }
    for (column, field) in zip(columns, fields)
    where field == nil && !isOfBooks && !columnsWithoutField.contains(column) && !Self.isMade(column, schema)
    {
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

  /// The value that a cell gives a field, as the column holds it; nil for an empty one.
  ///
  /// A number stays one where the column holds numbers, and a text that fits no number or date stays as it is.
  static func value(_ cell: Value, _ field: Field) -> Value? {
    guard case .text(let text) = cell else { return cell.isNull ? nil : cell.stored(in: field.affinity) }
    guard !text.bytes.isEmpty else { return nil }
    if field.kind == .partialDate, let year = wholeYear(text.string) {
      return Value.text(Text(year)).stored(in: field.affinity)
    }
    let stored = cell.stored(in: field.affinity)
    if let choice = field.kind.choices.first(where: { $0.lowercased() == text.string.lowercased() }) {
      return Value.text(Text(choice)).stored(in: field.affinity)
    }
    if field.kind.holdsTexts || field.kind.isBytes { return stored }
    guard case .text = stored else { return stored }
    // A date that ends after its year or month gets no day.
    if field.kind.dateForm != nil, PartialDateText.parts(text.string).count < 3 { return stored }
    if let value = try? field.value(of: text.string, replacing: .null), !value.isNull { return value }
    return stored
  }

  /// The year of `1994.0`: programs that take a column with empty cells for numbers write years with a fraction.
  private static func wholeYear(_ text: String) -> String? {
    text.hasSuffix(".0") ? PartialDateText.read(text.dropLast(2)) : nil
  }
}
