import BookStore
import Records
import Screens

struct FieldCommands {
  let workspace: Workspace
  let runner: WorkRunner

  private var store: BookStore { workspace.store }

  func ask(about request: FieldRequest, of table: TableID) throws(StoreError) {
    guard store.logState == .ready else { return workspace.stack.message = LogWording.noLog }
    let schema = try store.schema(of: table)
    let change = change(for: request, in: schema)
    let statement = try store.fields.statement(for: change, of: table)
    var question = StoreWording.question(change, schema)
    if case .remove(let field) = request {
      let count = try store.fields.filledCount(of: field, in: table)
      question = StoreWording.question(removing: schema.fields[field], filledCount: count, schema)
    }
    workspace.stack.receive(
      .alert(.changingField(question + " " + StoreWording.runs(statement), change, table)))
  }

  private func change(for request: FieldRequest, in schema: Schema) -> FieldChange {
    switch request {
    case .add(let field):
      .addition(
        column: field.name,
        definition: field.type.hasChoices
          ? TableEditor.choice(field.name, among: field.choices) : field.type.definition)
    case .rename(let field, let name): .renaming(column: schema.fields[field].column, to: name)
    case .remove(let field): .removal(column: schema.fields[field].column)
    }
  }

  func arrange(_ table: TableID, as arrangement: FieldArrangement, _ views: ViewMemory) throws(StoreError) {
    views.remember(arrangement, of: try store.schema(of: table).table)
    try store.fields.arrange(table, as: arrangement)
  }

  func fold(_ table: TableID, _ foldsEmpty: Bool, _ views: ViewMemory) throws(StoreError) {
    let name = try store.schema(of: table).table
    var arrangement = store.options.arrangements[name] ?? FieldArrangement()
    arrangement.foldsEmpty = foldsEmpty
    views.remember(arrangement, of: name)
    try store.fields.note(arrangement, of: table)
    workspace.stack.receive(.folded(table, foldsEmpty))
  }

  func begin(_ change: FieldChange, of table: TableID) throws(StoreError) {
    let job = try store.fields.start(change, of: table)
    run(job, saying: StoreWording.changed(change))
  }

  func createTables(for books: TableID) throws(StoreError) {
    let tables = try store.fields.missingTables(of: books)
    let job = try store.fields.startCreating(tables)
    run(job, saying: ReadingWording.created(tables))
  }

  private func run(_ job: any Job, saying done: Message) {
    runner.begin(
      Work(name: "Copying the database", job: job, asksBeforeLeaving: false) { [workspace] end in
        if workspace.notices.isDone(end) { workspace.stack.message = done }
      })
    runner.goOn()
  }
}
