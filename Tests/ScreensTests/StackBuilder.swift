import Cells
import Pages
import Queries
import Records
import Screens

/// A stack over a few books that answers its own effects, so that a test can press keys and look at frames.
struct StackBuilder {
  var stack: ScreenStack
  let schema: Schema
  var books: [RecordSnapshot]
  var effects: [Effect] = []
  var order = ListOrder.own
  var filter = ""
  var columns: [Int] = []
  /// The places whose rows are not there yet.
  var missing: Set<Int> = []
  /// The rows as the database has them.
  let written: [RecordSnapshot]
  /// What is said of a row that cannot be read.
  var problem: String?
  /// The rows that another program has deleted.
  var gone: Set<RecordID> = []
  /// What the inspector is told of the session.
  var account = SessionAccount()
  /// What the inspector is told, if it is open.
  var inspectorState = InspectorState()
  /// Whether the numbers of rows are known.
  var isCounted = true

  init(
    _ books: [[Value]] = Self.sample, columns: Int = 80, rows: Int = 24, isReadOnly: Bool = false,
    schema: Schema = .books
  ) {
    self.schema = schema
    self.books = books.enumerated().map {
      RecordSnapshot(id: .rowid(Int64($0 + 1)), values: $1, state: .known)
    }
    written = self.books
    stack = ScreenStack(
      schema: schema, size: Size(columns: columns, rows: rows), isReadOnly: isReadOnly)
    stack.today = CalendarDate(year: 1971, month: 1, day: 1)
    answer([])
  }

  static let sample: [[Value]] = [
    ["War and Peace", .real(-3_153_600_000), "Leo Tolstoy"],
    ["Mac OS X Internals", .real(1_166_832_000), "Amit Singh"],
    ["The Divine Comedy", .real(-20_466_864_000), "Dante Alighieri"],
  ]

  static func volumes(_ count: Int) -> [[Value]] {
    (1...count).map { [.text(Text("Volume \($0)")), .null, .null] }
  }

  mutating func press(_ keys: Key...) { press(keys) }

  mutating func press(_ keys: [Key]) {
    for key in keys { answer(stack.press(key)) }
  }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  mutating func paste(_ text: String) { answer(stack.paste(text)) }

  /// Gives the editor on top what another program has made of its text.
  mutating func takeEdited(_ text: String) { answer(stack.takeEdited(text)) }

  mutating func resize(_ columns: Int, _ rows: Int) {
    stack.resize(Size(columns: columns, rows: rows))
    answer([])
  }

  /// The books that the filter finds, in their order.
  var shown: [RecordSnapshot] {
    let query = Query(filter, fields: schema.fields)
    let found = books.filter { book in
      query.condition?.holds(in: schema) { index in
        book.values.indices.contains(index) ? book.values[index] : .null
      } values: { _ in
        []
      } has: { _ in
        false
      } ?? true
    }
    let sorted = order.field.map { field in
      found.sorted { text($0, field).lowercased() < text($1, field).lowercased() }
    }
    return order.isDescending ? (sorted ?? found).reversed() : sorted ?? found
  }

  /// The title of the selected book.
  var selectedTitle: String? {
    shown.indices.contains(stack.selectedPlace) ? text(shown[stack.selectedPlace], 0) : nil
  }

  private func text(_ book: RecordSnapshot, _ field: Int) -> String {
    schema.fields[field].text(of: book.values[field])
  }

  mutating func answer(_ effects: [Effect]) {
    self.effects += effects
    for effect in effects { answer(effect) }
    let places = stack.needs.visiblePlaces
    let shown = shown
    let rows = shown.indices.filter(places.contains).map { place in
      missing.contains(place)
        ? nil
        : ListRow(
          id: shown[place].id, title: shown[place].values[0], state: shown[place].state,
          values: fields.map {
            shown[place].values.indices.contains($0) ? .value(shown[place].values[$0]) : .null
          })
    }
    let found = isCounted ? RowCount.exactly(shown.count) : .atLeast(shown.count)
    stack.receive(
      .window(
        ListWindow(
          start: places.lowerBound, rows: rows, count: found, order: order, filter: filter, columns: columns,
          fields: fields)))
    stack.meter = Meter(
      count: isCounted ? .exactly(books.count) : .atLeast(books.count), found: filter.isEmpty ? nil : found,
      hydrated: books.count { $0.state != .known }, dirty: books.count { $0.state == .dirty },
      byteCount: 104 * books.count { $0.state != .known }, canUndo: true)
    if stack.needs.inspectorPage != nil { stack.receive(.account(account)) }
    if stack.needs.inspector != nil { stack.receive(.inspector(inspectorState)) }
    if let record = stack.needs.comparedRecord { stack.receive(.comparison(comparison(of: record))) }
  }

  /// A record as it is held, and as the database has it.
  private func comparison(of record: ComparedRecord) -> RecordComparison {
    let row = written.first { $0.id == record.id }
    var held = books.first { $0.id == record.id && $0.state != .known }
    if held?.state == .dirty, let row {
      let changed = schema.fields.indices.filter { held?.values[$0] != row.values[$0] }
      held?.originals = Dictionary(uniqueKeysWithValues: changed.map { ($0, row.values[$0]) })
    }
    let update = held?.originals.keys.min().map { field in
      RecordComparison.Update(
        sql: "UPDATE \"\(schema.table)\" SET \"\(schema.fields[field].column)\" = ? WHERE \"pk\" = ?",
        values: [held?.values[field] ?? .null] + (record.id?.values ?? []))
    }
    return RecordComparison(
      record, held: held, byteCount: held == nil ? 0 : 412,
      row: gone.contains(record.id ?? .rowid(0)) ? .missing : row.map { .found($0) } ?? .missing,
      problem: problem, update: update)
  }

  /// The fields whose values come with the rows.
  private var fields: [Int] {
    columns + [order.field].compactMap { $0 }.filter { $0 != 0 && !columns.contains($0) }
  }

  /// Lets the cursor rest, as if no key came for a while.
  mutating func rest() { answer(stack.rest()) }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .look(let id): look(id)
    case .showColumns(let columns): self.columns = columns
    case .set(let id, let field, let value):
      guard let index = set(.rows([id]), field, value).first else { return }
      stack.receive(.accepted(books[index]))
      stack.message = Message("Saved \(schema.fields[field].label).")
    case .delete(let id):
      books.removeAll { $0.id == id }
      stack.receive(.deleted(id))
    case .deleteRows(let rows):
      let isAll = if case .all = rows { true } else { false }
      let gone = Set((isAll ? shown : books).map(\.id).filter(rows.contains))
      books.removeAll { gone.contains($0.id) }
      stack.receive(.deletedRows(rows))
    case .setRows(let rows, let field, let value): _ = set(rows, field, value)
    case .markAll(let marks):
      let ids = Set(shown.map(\.id))
      guard case .rows(let rows) = marks else { return stack.receive(.marked(.none)) }
      stack.receive(
        .marked(isCounted ? .rows(ids.isSubset(of: rows) ? rows.subtracting(ids) : rows.union(ids)) : .all))
    case .hydrate(let rows):
      for book in shown where rows.contains(book.id) { look(book.id) }
    case .insert(let values, _):
      books.append(RecordSnapshot(id: .rowid(Int64(books.count + 1)), values: values, state: .hydrated))
      stack.receive(.inserted(books[books.count - 1]))
      stack.receive(.selected(books.count - 1))
    case .jump(let jump): stack.receive(.selected(place(of: jump)))
    case .order(let order, let kept):
      self.order = order
      select(kept)
    case .find(let words, let kept):
      filter = words
      select(kept)
    case .findNext: break
    case .goOn(let step): answer(stack.goOn(step))
    case .lookAtNeighbor(let id, let offset):
      guard let index = shown.firstIndex(where: { $0.id == id }), shown.indices.contains(index + offset)
      else { return }
      stack.receive(.neighbor(shown[index + offset]))
    case .duplicate(let id):
      guard let book = books.first(where: { $0.id == id }) else { return }
      stack.receive(.begun(schema, DraftStart(like: book.values)))
    case .say(let message): stack.message = message
    case .explain(let group):
      let plan = [
        PlanStep(depth: 0, text: "SCAN book"), PlanStep(depth: 0, text: "USE TEMP B-TREE FOR ORDER BY"),
      ]
      stack.receive(.explained(group, plan))
    case .askToDelete(let rows, let count, let title):
      let hiddenCount = count.value - shown.count { rows.contains($0.id) }
      stack.receive(
        .alert(.deleting(rows, count, schema, title: title, hiddenCount: hiddenCount)))
    case .foldFields(let table, let foldsEmpty): stack.receive(.folded(table, foldsEmpty))
    // Nothing comes of these in a test of screens alone.
    case .openLarge, .checkIsChangeable, .beginForm, .takeBack, .openList, .openLink, .chooseRow, .takeRow,
      .related, .reading, .moveRows, .askToDeleteRelated, .createTables, .statistics, .rule, .duplicates,
      .groups,
      .openReferences, .replace, .openValues, .matchValues, .findValue, .changeValue,
      .askToChangeField, .arrangeFields, .changeField, .openViews, .saveView, .removeView,
      .openRecord, .askToRestore, .openReplacement, .rescue, .takeOverLog, .undo, .redo, .passOver,
      .openHistory,
      .readHistory, .restore, .discardAbandoned, .openConflicts, .readConflicts, .resolve, .resolveAll,
      .insertAgain, .discard, .settleStanding, .cancelWork, .editExternally, .copyText, .copyField, .copyRows,
      .openAddress,
      .listFolder, .readFile, .importFile, .exportRows, .library, .writeFile, .memoryWarning,
      .reportMouse, .redraw, .suspend, .quit, .quitFinishing, .quitStopping, .quitKeeping, .quitDiscarding:
      break
    }
  }

  private mutating func look(_ id: RecordID) {
    guard let index = books.firstIndex(where: { $0.id == id }) else { return }
    if books[index].state == .known { books[index].state = .hydrated }
    stack.receive(.record(books[index]))
  }

  private mutating func set(_ rows: RowSet, _ field: Int, _ value: Value) -> [Int] {
    let ids = Set(shown.map(\.id).filter(rows.contains))
    let indices = books.indices.filter { ids.contains(books[$0].id) }
    for index in indices {
      books[index].values[field] = value
      books[index].state = .dirty
    }
    return indices
  }

  private mutating func select(_ id: RecordID?) {
    stack.receive(.selected(shown.firstIndex { $0.id == id } ?? 0))
  }

  private func place(of jump: Jump) -> Int {
    let last = max(0, shown.count - 1)
    return switch jump {
    case .row(let number): min(number - 1, last)
    case .percent(let percent): last * percent / 100
    case .end: last
    case .firstTitle(let first): shown.firstIndex { text($0, 0) >= String(first) } ?? last
    }
  }
}
