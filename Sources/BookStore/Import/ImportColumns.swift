import Formats
import Records

/// Which fields of a table get which cells of a file.
struct ImportColumns {
  private let schema: Schema
  private let given: [String: String]
  private let isOfBooks: Bool
  /// The fields by the place of the cell in a row, for the names that were looked up last.
  private var places: (columns: [String], fields: [Int?]) = ([], [])
  /// The names for which there is no field, in their order.
  private(set) var columnsWithoutField: [String] = []
  private let bookFields: [BookField: Int]
  private let cover: (field: Int, read: @Sendable (String) -> [UInt8]?)?

  init(_ schema: Schema, _ options: ImportOptions, isOfBooks: Bool) throws(ImportError) {
    (self.schema, given, self.isOfBooks) = (schema, options.columns, isOfBooks)
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
  mutating func values(of row: FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    var values: [FieldValue] = []
    values.reserveCapacity(row.values.count)
    for (place, field) in places.fields.enumerated() where place < row.values.count {
      guard let field, let value = Self.value(row.values[place], schema.fields[field]) else { continue }
      values.append(FieldValue(index: field, value: value))
    }
    for (name, text) in row.book {
      guard let field = bookFields[name], !values.contains(where: { $0.index == field }),
        let value = Self.value(.text(Text(text)), schema.fields[field])
      else { continue }
      values.append(FieldValue(index: field, value: value))
    }
    if let cover, let bytes = row.cover.flatMap(cover.read) {
      values.append(FieldValue(index: cover.field, value: .blob(bytes)))
    }
    let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.index < $1.index }
    return isSorted ? values : values.sorted { $0.index < $1.index }
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
    if isOfBooks || row.problems.contains(where: { if case .unread = $0 { true } else { false } }) {
      return true
    }
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
      // The cells of a service mean what its rules say, and not what they are called.
      return isOfBooks ? nil : Self.field(column, schema)
    }
    if !isOfBooks { addOtherNames(of: columns, to: &fields) }
    places = (columns, fields)
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
