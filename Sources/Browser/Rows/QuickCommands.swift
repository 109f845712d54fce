import BookStore
import Queries
import Records
import Screens

final class QuickCommands {
  private unowned let workspace: Workspace
  private let runner: WorkRunner
  /// The last setting, which a further half star joins.
  private var step: EditStep?
  private var shelves: [String: String] = [:]
  private var shelved: RowSet?

  init(_ workspace: Workspace, _ runner: WorkRunner) { (self.workspace, self.runner) = (workspace, runner) }

  private var store: BookStore { workspace.store }

  func perform(_ effect: QuickEffect) throws(StoreError) {
    switch effect {
    case .set(let rows, let table, let field, let value, let goesOn):
      try set(field, of: try store.schema(of: table), to: value, in: rows, goesOn: goesOn)
    case .shelve(let rows, let table): try shelve(rows, of: try store.lists.completeSchema(of: table))
    case .put(let rows, let table, let shelf):
      _ = try put(rows, of: try store.lists.completeSchema(of: table), on: shelf)
    }
  }

  private func set(
    _ field: Int, of schema: Schema, to value: Value, in rows: RowSet, goesOn: Bool
  ) throws(StoreError) {
    if !goesOn { self.step = nil }
    let title = rows.only.map { workspace.title(of: $0, schema) } ?? ""
    let origin = schema.fields[field].kind == .rating ? StepOrigin.rated(title) : nil
    // Another program, for example, may have changed something in between.
    let former = self.step.flatMap { store.isLatest($0) ? $0 : nil }
    let step = former ?? store.beginStep(from: origin)
    if let id = rows.only {
      try set(field, of: schema, to: value, in: id, called: title, step)
    } else {
      let rule = FieldRule(field: field, rule: .value(value))
      guard begin(try RuleAction(rule, in: workspace, step), rows) else { return }
    }
    self.step = step
  }

  private func set(
    _ field: Int, of schema: Schema, to value: Value, in id: RecordID, called title: String, _ step: EditStep
  ) throws(StoreError) {
    try store.editor.checkIsChangeable(id.table, .edit, field: field)
    let isNew = try store.shelf.read(field, of: id) != value
    try workspace.focus.keepingSelection { () throws(StoreError) in
      try store.set(value, at: field, of: id, in: step)
    }
    workspace.stack.receive(.record(try store.shelf.snapshot(of: id)))
    workspace.stack.message = ReadingWording.set(schema.fields[field], to: value, of: title, isNew: isNew)
    if isNew, workspace.isSavingAtOnce { workspace.writeBack() }
  }

  /// Does as much at once as a frame has time for; returns false if other work is running.
  private func begin(_ action: RuleAction, _ rows: RowSet) -> Bool {
    let isFree = runner.work?.isSearch ?? true
    runner.begin(action, rows)
    if isFree { runner.goOn() }
    return isFree
  }

  func noteShelf(_ value: Value, in field: Int) {
    guard field == workspace.listing.schema.shelfField,
      case .add(let titles) = ListChange(typed: value.plainText ?? ""), let title = titles.last
    else { return }
    shelves[workspace.libraryPath] = title
  }

  private func shelve(_ rows: RowSet, of schema: Schema) throws(StoreError) {
    guard let parts = try parts(of: schema) else { return }
    let last = shelves[workspace.libraryPath]
    let isAgain = rows.only == nil && rows == shelved
    if let last, !isAgain, try parts.missing([last]).isEmpty, try put(rows, of: schema, on: last) { return }
    workspace.stack.openShelves(try parts.titles(limit: Self.offeredCount), for: rows, schema)
  }

  /// Nobody reads through more shelves.
  private static let offeredCount = 500

  private func parts(of schema: Schema) throws(StoreError) -> JoinedParts? {
    guard let field = schema.shelfField else { return nil }
    return try JoinedParts(field, of: schema.id, in: store)
  }

  private func put(_ rows: RowSet, of schema: Schema, on shelf: String) throws(StoreError) -> Bool {
    guard let field = schema.shelfField, let parts = try parts(of: schema) else { return true }
    let change = ListChange.add([shelf])
    guard let id = rows.only else {
      let action = try RuleAction(FieldRule(field: field, rule: .parts(change)), in: workspace)
      if begin(action, rows) { (shelves[workspace.libraryPath], shelved) = (shelf, rows) }
      return true
    }
    guard try parts.isThere(id) else { throw .rowGone }
    let title = workspace.title(of: id, schema)
    let step = store.beginStep(from: .listed(schema.field(at: field).label, of: title))
    let isNew = try parts.make(change, in: [id], step) > 0
    shelves[workspace.libraryPath] = shelf
    workspace.stack.message = ReadingWording.put(title, on: shelf, isNew: isNew)
    return isNew
  }
}
