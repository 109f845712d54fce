import BookStore
import Formats
import Listings

final class RowMerger {
  private let database: Database
  private let sql: TableSQL
  private let options: ImportOptions
  /// Changes with each row.
  private var state: State
  /// The rows that earlier parts have matched.
  private var taken: Set<Int64> = []
  private let parts: BookParts
  private let echo: ExportEcho?
  private let status: Int?
  private let namesRows: Bool
  /// JSON distinguishes empty texts from missing ones.
  private let isJSON: Bool
  private var insertion: (fields: [Int], statement: PreparedStatement)?
  private var comparison: (comparer: BlockComparer, places: RowFinder.CellPlaces)?

  struct State {
    fileprivate var columns: ImportColumns
    fileprivate var finder: RowFinder
    fileprivate var taken: Set<Int64> = []
  }

  /// Begins a part, and returns the state to go back to if the part is made again.
  func begin() -> State {
    taken.formUnion(state.taken)
    state.taken = []
    return state
  }

  func goBack(to before: State) { state = before }

  init(
    _ store: BookStore, _ sql: TableSQL, _ columns: ImportColumns, _ options: ImportOptions, _ format: Format,
    namesRows: Bool
  ) throws(ImportError) {
    (database, self.sql, self.options) = (store.database, sql, options)
    self.namesRows = namesRows
    isJSON = format == .json || format == .ndjson
    do throws(StoreError) {
      let tables = try BookTables(store.database, books: sql.schema)
      parts = BookParts(store.database, tables, format)
      echo = options.action == .add ? nil : ExportEcho(store.database, sql, tables, format)
      if options.action != .add, !sql.schema.key.isInteger { throw StoreError.fixedField }
      let finder = try RowFinder(store.database, sql, options, tables, format, echo)
      state = State(columns: columns, finder: finder)
    } catch { throw error == .fixedField ? .noMatching(sql.schema) : .store(error, line: nil) }
    status = sql.schema.field(named: BookField.status.rawValue)
  }

  /// Nil if rows with these columns have to be added one by one.
  func blockInserter(for names: [String]) throws(StoreError) -> BlockInserter? {
    guard options.addsBlocks, !namesRows, state.finder.canLookUp(names, state.columns.fields(of: names))
    else {
      return nil
    }
    return try BlockInserter(database, sql, state.columns.readers(of: names), parts.sourceBlocks(names))
  }

  func areNew(_ block: CSVBlock, _ names: [String]) -> Bool {
    state.finder.areNew(block, state.finder.cellPlaces(state.columns.readers(of: names)))
  }

  func noteAdded(_ block: CSVBlock, _ names: [String], firstKey: Int64) {
    state.finder.noteAdded(
      block, state.finder.cellPlaces(state.columns.readers(of: names)), firstKey: firstKey)
    state.columns.noteLosses(of: block)
    state.columns.noteUntitled(of: block)
  }

  /// Whether the library has everything in a row of a block.
  func holds(_ row: Int, of block: CSVBlock, _ names: [String]) throws(StoreError) -> Bool {
    if comparison == nil {
      let readers = state.columns.readers(of: names)
      comparison = (try BlockComparer(database, sql, readers), state.finder.cellPlaces(readers))
    }
    guard let comparison, !parts.keepsRows || !state.columns.leavesOut(row, of: block) else { return false }
    for key in state.finder.keys(of: row, in: block, comparison.places) ?? [] {
      if try comparison.comparer.isHeld(row, of: block, by: key) {
        state.taken.insert(key)
        return true
      }
    }
    return false
  }

  var columnsWithoutField: [String] {
    let named = state.columns.columnsWithoutField
    return named + state.columns.losses.losses.map(\.name).filter { !named.contains($0) }
  }

  var untitledCount: Int { state.columns.untitledCount }

  var losses: ImportLosses { parts.keepsRows ? ImportLosses() : state.columns.losses }

  /// Returns nil for a blank row.
  func merge(_ row: FormatRow, _ writer: RowWriter) throws(StoreError) -> ImportReport.Row? {
    var row = row
    row.noteLostCharacters()
    let values = state.columns.values(of: &row)
    for name in parts.losses(of: row) { state.columns.losses.noteLost(name) }
    if values.isEmpty || row.isShort, row.isBlank { return nil }
    guard !values.isEmpty else { return refused(row) }
    guard options.keepsGoing else { return try tryMerging(row, values, writer) }
    var made: ImportReport.Row?
    let refusal = try writer.refusal { () throws(StoreError) in made = try tryMerging(row, values, writer) }
    return made ?? outcome(.refused, row, nil, values, refusal: refusal)
  }

  private func refused(_ row: FormatRow) -> ImportReport.Row {
    let name = row.values.lazy.compactMap(\.plainText).first { !$0.isEmpty } ?? ""
    return ImportReport.Row(
      line: row.line, title: name, outcome: .refused, key: nil, problems: row.problems + [.nothingForFields],
      refusal: nil)
  }

  private func tryMerging(
    _ row: FormatRow, _ values: [FieldValue], _ writer: RowWriter
  ) throws(StoreError) -> ImportReport.Row {
    if let key = try state.finder.bookAdded(for: row, values) {
      return try merge(row, values, try state.finder.held(values.map(\.index), by: key), into: key, writer)
    }
    let fields = state.columns.fields(of: row.columns)
    let (keys, isByContent) = try state.finder.rows(
      for: row, values, fields, isPart: state.columns.leavesOut(row))
    guard let key = keys.first else { return try add(row, values, writer) }
    guard keys.count == 1 else {
      // If a row already has all values, the choice does not matter.
      for key in keys {
        if try isHeld(values, by: key) { return outcome(.same, row, key, values) }
      }
      let own = try echo?.book(of: row, among: keys)
      return outcome(own == nil ? .doubtful : .same, row, own, values)
    }
    let held = try state.finder.held(values.map(\.index), by: key)
    let isSecond = isByContent && (isTaken(key) || state.finder.hasAdded(key, values))
    state.taken.insert(key)
    if isSecond, try isAnotherCopy(of: key, row, values, held) { return outcome(.doubtful, row, nil, values) }
    guard options.action == .skip else { return try merge(row, values, held, into: key, writer) }
    let differing = state.finder.differing(values, from: held)
    let isSame = differing.isEmpty ? true : try echo?.isEcho(row, of: key) == true
    return outcome(isSame ? .same : .differing, row, key, values, differing: isSame ? [] : differing)
  }

  private func isTaken(_ key: Int64) -> Bool { taken.contains(key) || state.taken.contains(key) }

  /// Whether a row differs from the row that an earlier row of the file matched: copies must not fill each other's fields.
  private func isAnotherCopy(
    of key: Int64, _ row: FormatRow, _ values: [FieldValue], _ held: [Value]
  ) throws(StoreError) -> Bool {
    if state.finder.joinsRows { return false }
    let isAlike = zip(values, held).allSatisfy { new, old in
      new.index == status || state.finder.isSame(new, old)
    }
    return isAlike ? false : try echo?.isEcho(row, of: key) != true
  }

  private func merge(
    _ row: FormatRow, _ values: [FieldValue], _ held: [Value], into key: Int64, _ writer: RowWriter
  ) throws(StoreError) -> ImportReport.Row {
    var missing = try parts.missing(row, in: key)
    let hasNewReading = missing.hasNewReading
    let pairs = Array(zip(values, held))
    let changes = pairs.filter { replaces($0, $1, hasNewReading: hasNewReading) }.map(\.0)
    let differing = pairs.filter { new, old in
      !state.finder.isSame(new, old) && !changes.contains { $0.index == new.index }
    }.map(\.0.index)
    // A row without an ID and without news may come from an export.
    if row.id != nil || !changes.isEmpty || !missing.isEmpty || state.columns.leavesOut(row) {
      try parts.noteSource(row, of: key, in: &missing)
    }
    let isNothingNew = changes.isEmpty && missing.isEmpty
    if isNothingNew && differing.isEmpty { return outcome(.same, row, key, values) }
    if try echo?.isEcho(row, of: key) == true { return outcome(.same, row, key, values) }
    var made = outcome(differing.isEmpty ? .filled : .differing, row, key, values, differing: differing)
    made.isChanged = !isNothingNew
    if isNothingNew { return made }
    if options.namesChanges { made.changes = try named(changes, of: key) }
    if !changes.isEmpty { try change(key, by: changes, writer) }
    try parts.add(missing, row, to: key, writer)
    return made
  }

  private func add(
    _ row: FormatRow, _ values: [FieldValue], _ writer: RowWriter
  ) throws(StoreError) -> ImportReport.Row {
    let values = state.columns.newValues(values, of: row)
    let id: RecordID
    let empty = isJSON ? state.columns.emptyTexts(of: row) : []
    let given = empty.isEmpty ? values : (values + empty).sorted { $0.index < $1.index }
    do throws(StoreError) {
      id = try insert(given, writer)
    } catch { throw writer.constraints.explained(error, inserting: cells(given), sql) }
    state.columns.noteUntitled(values)
    var made = outcome(.added, row, id.rowid, values)
    if options.namesChanges {
      made.changes = given.map { change($0, from: .null, of: id, titled: .null) }
    }
    guard let key = id.rowid else { return made }
    try parts.add(parts.all(of: row), row, to: key, writer)
    state.finder.noteAdded(row, values, key)
    return made
  }

  private func insert(_ values: [FieldValue], _ writer: RowWriter) throws(StoreError) -> RecordID {
    // A Core Data row also needs its entity column.
    if sql.schema.isOfCoreData { return try writer.insert(cells(values), sql) }
    let fields = values.map(\.index)
    if insertion?.fields != fields {
      insertion = (fields, try writer.insertion(fields.map { sql.schema.fields[$0].column }, sql))
    }
    guard let insertion else { throw .ignored }
    return try writer.insert(values.map(\.value), sql, by: insertion.statement)
  }

  private func cells(_ values: [FieldValue]) -> [Change.Cell] {
    values.map { Change.Cell(column: sql.schema.fields[$0.index].column, value: $0.value) }
  }

  private func named(_ changes: [FieldValue], of key: Int64) throws(StoreError) -> [Change] {
    let schema = sql.schema
    let titles = zip(schema.titleFields, try state.finder.held(schema.titleFields, by: key))
    let title = Value.text(Text(titles.map { schema.fields[$0].text(of: $1) }.joined(separator: " ")))
    return zip(changes, try state.finder.held(changes.map(\.index), by: key)).map {
      change($0, from: $1, of: RecordID(.rowid(key), in: schema.id), titled: title)
    }
  }

  private func change(_ new: FieldValue, from old: Value, of id: RecordID, titled title: Value) -> Change {
    Change(
      table: sql.schema.table, key: id.key, title: title,
      content: .edit(column: sql.schema.fields[new.index].column, before: old, after: new.value))
  }

  private func change(_ key: Int64, by changes: [FieldValue], _ writer: RowWriter) throws(StoreError) {
    let id = RecordID(.rowid(key), in: sql.schema.id)
    try writer.set(changes.map(\.index), to: changes.map(\.value), of: id)
  }

  private func replaces(_ new: FieldValue, _ old: Value, hasNewReading: Bool) -> Bool {
    if new.value == old { return false }
    if case .text(let text) = new.value, old.writtenBytes == text.bytes { return false }
    if old.isNull || old == .text("") { return true }
    guard new.index == status else { return options.action == .update }
    let (before, after) = (ReadingStatus(old), ReadingStatus(new.value))
    guard let before, let after else { return options.action == .update }
    // A book is reread only if the file has a new reading.
    return after < before ? hasNewReading : after > before
  }

  private func isHeld(_ values: [FieldValue], by key: Int64) throws(StoreError) -> Bool {
    let held = try state.finder.held(values.map(\.index), by: key)
    return zip(values, held).allSatisfy { state.finder.isSame($0, $1) }
  }

  private func title(_ values: [FieldValue]) -> String {
    sql.schema.titleFields.compactMap { field in
      values.first { $0.index == field }.map { sql.schema.fields[field].text(of: $0.value) }
    }.joined(separator: " ")
  }

  private func outcome(
    _ outcome: ImportReport.Outcome, _ row: FormatRow, _ key: Int64?, _ values: [FieldValue],
    refusal: StoreError? = nil, differing: [Int] = []
  ) -> ImportReport.Row {
    let problems = row.problems
    let isNamed = namesRows || outcome == .doubtful || outcome == .refused || !problems.isEmpty
    var made = ImportReport.Row(
      line: row.line, title: isNamed ? title(values) : "", outcome: outcome, key: key, problems: problems,
      refusal: refusal)
    made.differing = differing.map { sql.schema.fields[$0].column }
    return made
  }
}

private enum ReadingStatus: Int, Comparable {
  case toRead, reading, done

  init?(_ value: Value) {
    guard case .text(let text) = value else { return nil }
    switch text.string {
    case "to read": self = .toRead
    case "reading": self = .reading
    case "read", "stopped": self = .done
    default: return nil
    }
  }

  static func < (left: ReadingStatus, right: ReadingStatus) -> Bool { left.rawValue < right.rawValue }
}

/// Compares rows of blocks with a table, without an object per row.
final class BlockComparer {
  private let statement: PreparedStatement
  private let readings: CellReadings
  private let targets: [(column: Int32, isText: Bool, plain: CellReader.Plain)?]

  init(_ database: Database, _ sql: TableSQL, _ readers: [CellReader?]) throws(StoreError) {
    statement = try database.connection.statement(sql.values(readers.compactMap { $0?.index }))
    readings = CellReadings(readers)
    var column: Int32 = -1
    targets = readers.map { reader in
      reader.map { reader in
        column += 1
        return (column, reader.field.affinity == .text, reader.plain)
      }
    }
  }

  /// Whether the table's row holds each nonempty cell; false for rows that the report must mention.
  func isHeld(_ row: Int, of block: CSVBlock, by key: Int64) throws(StoreError) -> Bool {
    let cells = block.cells(of: row)
    guard cells.count == targets.count else { return false }
    return try statement.firstRow(binding: [.integer(key)]) { held in
      targets.indices.allSatisfy { place in
        let range = block.range(of: cells.lowerBound + place)
        return range.isEmpty || isEqual(range, of: block, place, held)
      }
    } ?? false
  }

  private func isEqual(
    _ range: Range<Int>, of block: CSVBlock, _ place: Int, _ held: PreparedStatement
  ) -> Bool {
    guard let target = targets[place] else { return true }
    guard target.isText, held.isUTF8(at: target.column), target.plain.has(block.bytes, range) else {
      let (value, problem) = readings.reading(of: block.bytes[range], at: place)
      return problem == nil && (value == nil || value == held.value(at: target.column))
    }
    var isEqual = false
    block.bytes.withUnsafeBytes { bytes in
      held.withBytes(at: target.column) {
        isEqual = $0.elementsEqual(UnsafeRawBufferPointer(rebasing: bytes[range]))
      }
    }
    return isEqual
  }
}
