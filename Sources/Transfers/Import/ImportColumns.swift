import Formats
import Records

/// Assigns the cells of a file to the fields of a table.
struct ImportColumns {
  private let schema: Schema
  private let given: [String: String]
  private let format: Format
  private var isOfBooks: Bool { format.isOfBooks }
  private let isExact: Bool
  private let names: [ColumnTarget]
  private var places = Places()
  private var orders: [String: DayOrder] = [:]
  /// Columns of a service without a field that have been empty so far.
  private var emptyPlaces: [Int] = []
  private let timedFields: Set<Int>
  private(set) var columnsWithoutField: [String] = []
  private var withoutField: Set<String> = []
  private let bookFields: [BookField: Int]
  var losses = ImportLosses()
  private(set) var untitledCount = 0
  private var unreadPlaces: [Int] = []
  private let missingBookFields: [BookField]
  private let cover: (field: Int, read: @Sendable (String) -> [UInt8]?)?

  init(
    _ schema: Schema, _ options: ImportOptions, _ format: Format, timedFields: Set<Int> = []
  ) throws(ImportError) {
    (self.schema, given, self.format, self.timedFields) = (schema, options.columns, format, timedFields)
    isExact = options.isExact
    let names = ColumnTarget.all(of: schema)
    self.names = names
    for name in options.columns.values where !name.isEmpty && ColumnTarget.field(name, in: names) == nil {
      throw .noColumn(name, in: schema.table)
    }
    let fields = BookField.allCases.compactMap { field in
      ColumnTarget.field(field.rawValue, in: names).map { (field, $0) }
    }
    bookFields = Dictionary(uniqueKeysWithValues: fields)
    missingBookFields = BookField.allCases.filter { field in !fields.contains { $0.0 == field } }
    let field = schema.fields.firstIndex { $0.kind == .photo && $0.column.lowercased() == "cover" }
    cover = field.flatMap { field in options.cover.map { (field, $0) } }
  }

  mutating func learnOrders(of rows: some Collection<FormatRow>) {
    for (place, column) in Self.columns(of: rows).enumerated() {
      orders[column] = DayOrder(of: rows.lazy.compactMap { Self.text(of: column, near: place, in: $0) })
    }
    places = Places()
  }

  /// The first row's columns, then the others: JSON objects may differ.
  static func columns(of rows: some Collection<FormatRow>) -> [String] {
    var columns = rows.first?.columns ?? []
    var (known, latest) = (Set(columns), columns)
    for row in rows where row.columns != latest {
      latest = row.columns
      columns += latest.filter { known.insert($0).inserted }
    }
    return columns
  }

  private static func text(of column: String, near place: Int, in row: FormatRow) -> String? {
    let isThere = row.columns.count > place && row.columns[place] == column
    guard let place = isThere ? place : row.columns.firstIndex(of: column), row.values.count > place else {
      return nil
    }
    return row.values[place].plainText
  }

  mutating func plan(of rows: some Collection<FormatRow>) -> [PlannedColumn] {
    guard let first = rows.first else { return [] }
    var plan = first.columns.indices.map { planned($0, of: first.columns, rows) }
    var (known, latest) = (Set(first.columns), first.columns)
    for row in rows where row.columns != latest {
      latest = row.columns
      for (place, name) in latest.enumerated() where known.insert(name).inserted {
        plan.append(planned(place, of: latest, rows))
      }
    }
    return plan
  }

  private mutating func planned(
    _ place: Int, of columns: [String], _ rows: some Collection<FormatRow>
  ) -> PlannedColumn {
    let name = columns[place]
    let texts = rows.lazy.compactMap { Self.text(of: name, near: place, in: $0) }
    let field = readers(of: columns)[place]?.index
    return PlannedColumn(
      name: name, field: field,
      isOfFormat: isOfBooks && places.chosen[place] == nil && format.reads(name),
      samples: Array(texts.filter { !$0.isEmpty }.prefix(3)))
  }

  mutating func values(of row: inout FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    noteEmptyPlaces(row)
    takeBytes(of: &row)
    var values: [FieldValue] = []
    values.reserveCapacity(row.values.count)
    for (place, reader) in places.readers.enumerated() where place < row.values.count {
      // A table of books separates lists by semicolons, not as JSON.
      let list = bookFields[.title] == nil ? nil : row.lists[place].map { Value.text(Text($0)) }
      if let reader { read(list ?? row.values[place], at: place, reader.index, &values, &row.problems) }
    }
    for (name, text) in row.book {
      guard let field = bookFields[name], let place = places.bookPlaces[name],
        !values.contains(where: { $0.index == field })
      else { continue }
      read(.text(Text(text)), at: place, field, &values, &row.problems)
    }
    if let cover, let bytes = row.cover.flatMap(cover.read) {
      values.append(FieldValue(index: cover.field, value: .blob(bytes)))
    }
    noteLosses(row, keeping: values.count)
    let isSorted = zip(values, values.dropFirst()).allSatisfy { $0.index < $1.index }
    return isSorted ? values : values.sorted { $0.index < $1.index }
  }

  mutating func noteUntitled(_ values: [FieldValue]) {
    guard let title = bookFields[.title] else { return }
    if !values.contains(where: { $0.index == title }) { untitledCount += 1 }
  }

  mutating func noteUntitled(of block: CSVBlock) {
    guard let title = bookFields[.title] else { return }
    guard let place = places.readers.firstIndex(where: { $0?.index == title }) else {
      return untitledCount += block.rowCount
    }
    for row in 0..<block.rowCount {
      let cell = block.cells(of: row).dropFirst(place).first
      if cell.map({ block.range(of: $0).isEmpty }) ?? true { untitledCount += 1 }
    }
  }

  mutating func noteLosses(of block: CSVBlock) {
    guard !unreadPlaces.isEmpty else { return }
    var counts = places.columns.map { _ in 0 }
    for row in 0..<block.rowCount {
      for (place, cell) in zip(counts.indices, block.cells(of: row)) where !block.range(of: cell).isEmpty {
        counts[place] += 1
      }
    }
    for place in unreadPlaces { losses.noteLost(places.columns[place], counts[place]) }
    losses.noteKept(counts.reduce(0, +) - unreadPlaces.reduce(0) { $0 + counts[$1] })
  }

  private mutating func noteLosses(_ row: FormatRow, keeping count: Int) {
    losses.noteKept(count)
    for place in unreadPlaces where place < row.values.count && !row.values[place].writtenBytes.isEmpty {
      losses.noteLost(row.columns[place])
    }
    guard !row.book.isEmpty else { return }
    for field in missingBookFields where row.book[field]?.isEmpty == false {
      losses.noteLost(field.rawValue.replacing("_", with: " "))
    }
  }

  private func takeBytes(of row: inout FormatRow) {
    for (place, bytes) in row.rawCells where place < places.readers.count {
      guard let reader = places.readers[place], reader.field.kind.isBytes else { continue }
      let column = row.columns[place]
      row.values[place] = .blob(bytes)
      row.problems.removeAll { $0 == .notUTF8(column: column) }
    }
  }

  private func read(
    _ cell: Value, at place: Int, _ field: Int, _ values: inout [FieldValue], _ problems: inout [RowProblem]
  ) {
    let (value, problem) = places.readings.reading(of: cell, at: place)
    if let problem { problems.append(problem) }
    if let value { values.append(FieldValue(index: field, value: value)) }
  }

  /// Sets timed fields to NULL if the row leaves their column empty; otherwise the database would store the time of the import.
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

  /// Reports unknown columns of a service's file, once a row has a value there.
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

  mutating func emptyTexts(of row: FormatRow) -> [FieldValue] {
    if row.columns != places.columns { lookUp(row.columns) }
    return zip(places.readers, row.values).compactMap { reader, value in
      guard let place = reader?.index, value == .text("") else { return nil }
      let kind = schema.fields[place].kind
      guard kind.holdsTexts, kind.choices.isEmpty, kind != .partialDate else { return nil }
      return FieldValue(index: place, value: value)
    }
  }

  mutating func leavesOut(_ row: FormatRow) -> Bool {
    if isOfBooks || row.problems.contains(where: \.leavesOut) { return true }
    if row.columns != places.columns { lookUp(row.columns) }
    return zip(places.readers, row.values).enumerated().contains { place, cell in
      cell.0 == nil && !cell.1.writtenBytes.isEmpty && !places.made.contains(place)
    }
  }

  /// Whether a cell of a block is filled whose column has no field, after `readers` for its columns.
  func leavesOut(_ row: Int, of block: CSVBlock) -> Bool {
    let cells = block.cells(of: row)
    return places.readers.indices.contains { place in
      places.readers[place] == nil && !places.made.contains(place) && place < cells.count
        && !block.range(of: cells.lowerBound + place).isEmpty
    }
  }

  mutating func readers(of columns: [String]) -> [CellReader?] {
    if columns != places.columns { lookUp(columns) }
    return places.readers
  }

  mutating func fields(of columns: [String]) -> [Int?] { readers(of: columns).map { $0?.index } }

  private func reader(_ column: String, _ field: Int) -> CellReader {
    CellReader(
      index: field, field: schema.fields[field], column: column, isExact: isExact,
      isNullByDefault: timedFields.contains(field), bookField: bookFields.first { $0.value == field }?.key,
      order: orders[column])
  }

  static func isStoredAsIs(_ field: Field) -> Bool {
    field.kind.isText && (field.affinity == .text || field.affinity == .blob)
  }

  /// - Throws: `noHeader` if the file lacks a mapped column, `noFields` if no column has a field.
  mutating func check(_ row: FormatRow, among columns: [String]) throws(ImportError) {
    lookUp(row.columns)
    for name in given.keys
    where !columns.contains(name) && ColumnTarget.closest(to: name, among: columns) == nil {
      throw .noHeader(name)
    }
    let isUsed = isOfBooks ? !bookFields.isEmpty : places.readers.contains { $0 != nil }
    if isUsed { return }
    if let file = OtherFile(columns: row.columns) { throw .format(.otherFile(file)) }
    throw .noFields(row.columns, in: schema)
  }

  private mutating func lookUp(_ columns: [String]) {
    let chosen = choices(for: columns)
    let isRead = columns.indices.map { isOfBooks && format.reads(columns[$0]) }
    var fields = columns.indices.map { place in
      chosen[place].flatMap { $0.isEmpty ? nil : ColumnTarget.field($0, in: names) }
    }
    var taken: Set<Int> = []
    for (place, field) in fields.enumerated() {
      if let field, !taken.insert(field).inserted { fields[place] = nil }
    }
    // Columns that the user has mapped take their fields first.
    let open = columns.indices.filter { chosen[$0] == nil && !isRead[$0] }
    let named = ColumnTarget.assigned(columns, at: open, names, taken: taken)
    for (place, target) in named where target.field.map(isTakenByName) == true {
      fields[place] = target.field
    }
    if !isOfBooks { addOtherNames(of: columns, to: &fields, besides: chosen) }
    let readers = zip(columns, fields).map { column, field in field.map { reader(column, $0) } }
    let ofBooks = Array(bookFields)
    places = Places(
      columns: columns, readers: readers,
      readings: CellReadings(readers + ofBooks.map { reader(schema.fields[$0.value].column, $0.value) }),
      bookPlaces: Dictionary(uniqueKeysWithValues: zip(ofBooks.map(\.key), readers.count...)),
      chosen: chosen, made: Set(named.filter { $0.value.field == nil }.keys))
    emptyPlaces = columns.indices.filter { isOfBooks && fields[$0] == nil && !isRead[$0] }
    unreadPlaces = columns.indices.filter {
      fields[$0] == nil && chosen[$0]?.isEmpty != true && !isRead[$0] && !places.made.contains($0)
    }
    for place in unreadPlaces where !isOfBooks && withoutField.insert(columns[place]).inserted {
      columnsWithoutField.append(columns[place])
    }
  }

  /// The user's choices by column place: for columns with exactly that name, otherwise for the closest.
  private func choices(for columns: [String]) -> [Int: String] {
    var choices: [Int: String] = [:]
    for (name, target) in given.sorted(by: { $0.key < $1.key }) {
      let exact = columns.indices.filter { columns[$0] == name }
      let others = columns.indices.filter { choices[$0] == nil && given[columns[$0]] == nil }
      let closest = ColumnTarget.closest(to: name, among: others.map { columns[$0] }).map { [others[$0]] }
      for place in exact.isEmpty ? closest ?? [] : exact { choices[place] = target }
    }
    return choices
  }

  /// In a book format, column names get only fields that the user has added.
  private func isTakenByName(_ field: Int) -> Bool {
    !isOfBooks || !(bookFields.values.contains(field) || schema.fields[field].kind.isBytes)
  }

  private func addOtherNames(of columns: [String], to fields: inout [Int?], besides chosen: [Int: String]) {
    guard bookFields[.title] != nil else { return }
    for (place, column) in columns.enumerated() where fields[place] == nil && chosen[place] == nil {
      let name = ColumnTarget.folded(column)
      guard let book = bookFields.first(where: { $0.key.otherNames.contains(name) }),
        !fields.contains(book.value)
      else { continue }
      fields[place] = book.value
    }
    guard let title = bookFields[.title], !fields.contains(title) else { return }
    // A column with a title-like name is better than thousands of untitled books; rows with a key exist already.
    let places = columns.indices.filter {
      fields[$0] == nil && ColumnTarget.folded(columns[$0]).contains("title")
    }
    let hasKey = columns.contains { column in schema.key.columns.contains { ColumnTarget.isAlike($0, column) }
    }
    guard places.count == 1, !hasKey, chosen[places[0]] == nil else { return }
    fields[places[0]] = title
  }

  private struct Places {
    var columns: [String] = []
    var readers: [CellReader?] = []
    var readings = CellReadings([])
    /// Where the readers of a book's fields stand after those of the columns.
    var bookPlaces: [BookField: Int] = [:]
    /// The names of the fields that the user chose; empty to leave the column out.
    var chosen: [Int: String] = [:]
    var made: Set<Int> = []
  }
}

/// A field, or values that the table generates, that a column name may refer to.
struct ColumnTarget {
  let field: Int?
  private let names, foldedNames: [String]

  private init(_ field: Int?, _ names: [String]) {
    (self.field, self.names, foldedNames) = (field, names, names.map(Self.folded))
  }

  static func all(of schema: Schema) -> [ColumnTarget] {
    let fields = schema.fields.indices.filter { !schema.fields[$0].isGenerated }
    let keys = schema.key.columns.filter { key in !fields.contains { schema.fields[$0].column == key } }
    let made = keys + schema.fields.filter(\.isGenerated).map(\.column)
    return fields.map { ColumnTarget($0, [schema.fields[$0].column, schema.fields[$0].label]) }
      + made.map { ColumnTarget(nil, [$0]) }
  }

  /// Exact names come first; a column gets no target if its closest is taken, or if several are only slightly similar.
  static func assigned(
    _ columns: [String], at open: [Int], _ targets: [ColumnTarget], taken: Set<Int>
  ) -> [Int: ColumnTarget] {
    var free = targets.map { $0.field.map(taken.contains) != true }
    let folded = columns.map(folded)
    var (assigned, rest): ([Int: ColumnTarget], [Int]) = ([:], open)
    for likeness in Likeness.allCases {
      rest.removeAll { place in
        let found = targets.indices.filter {
          targets[$0].has(columns[place], folded: folded[place], likeness)
        }
        guard let first = found.first(where: { free[$0] }), found.count == 1 || !likeness.isFolded else {
          return !found.isEmpty
        }
        free[first] = false
        assigned[place] = targets[first]
        return true
      }
    }
    return assigned
  }

  static func field(_ name: String, in targets: [ColumnTarget]) -> Int? {
    let targets = targets.filter { $0.field != nil }
    return assigned([name], at: [0], targets, taken: [])[0]?.field
  }

  static func closest(to name: String, among names: [String]) -> Int? {
    let targets = names.enumerated().map { ColumnTarget($0, [$1]) }
    return field(name, in: targets)
  }

  private enum Likeness: CaseIterable {
    case column, label, columnInAnyCase, foldedColumn, foldedLabel

    var isFolded: Bool { self == .foldedColumn || self == .foldedLabel }
  }

  private func has(_ name: String, folded: String, _ likeness: Likeness) -> Bool {
    switch likeness {
    case .column: names[0] == name
    case .label: names.last == name
    case .columnInAnyCase: names[0].isSameName(as: name)
    case .foldedColumn: foldedNames[0] == folded
    case .foldedLabel: foldedNames.last == folded
    }
  }

  static func isAlike(_ left: String, _ right: String) -> Bool { folded(left) == folded(right) }

  static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
  }
}
