import BookStore
import Records
import Screens

final class RowCommands {
  private let workspace: Workspace
  private let deletions: Deletions
  private var former: [RecordID: [Int: Value]] = [:]

  init(workspace: Workspace, deletions: Deletions) {
    (self.workspace, self.deletions) = (workspace, deletions)
  }

  private var store: BookStore { workspace.store }

  /// Closes the editor that was just opened if its field or row can never be written.
  func checkIsChangeable(_ table: TableID, _ field: Int?) throws(StoreError) {
    do throws(StoreError) {
      try store.editor.checkIsChangeable(table, field == nil ? .insertion : .edit, field: field)
    } catch {
      // If a lock prevents the check, the write will find out.
      if error == .busy { return }
      workspace.stack.receive(.cannotChange)
      throw error
    }
  }

  /// A refused value stays in the editor, with the reason beside it.
  func set(_ value: Value, at field: Int, of id: RecordID) throws(StoreError) {
    do throws(StoreError) {
      let old = try store.shelf.read(field, of: id)
      try setKeepingSelection(value, at: field, of: id)
      let result = workspace.isSavingAtOnce ? store.writeBack() : WriteBackResult()
      if let refusal = result.failures.first(where: { $0.id == id }), refusal.error.isRefusal {
        // The person corrects the value in the editor; the record does not keep it.
        let reason = store.constraints.explained(refusal.error, of: id)
        try setKeepingSelection(old, at: field, of: id)
        throw reason
      }
      if former[id]?[field] == nil { former[id, default: [:]][field] = old }
      workspace.stack.receive(.accepted(try store.shelf.snapshot(of: id)))
      let schema = try store.schema(of: id.table)
      if old != value {
        let isWritten = workspace.isSavingAtOnce && result.isComplete
        workspace.stack.message = BrowserWording.changed(schema.fields[field], isWritten: isWritten)
      }
      workspace.notices.report(result)
    } catch {
      if error == .busy { throw error }
      let schema = (try? store.schema(of: id.table)) ?? store.schema
      workspace.stack.receive(.refused(.problem(workspace.notices.sentence(error, in: schema))))
      try deletions.askToReplace(error, in: schema, .set(id, field: field, value))
    }
  }

  func duplicate(_ id: RecordID) throws(StoreError) {
    let schema = try store.schema(of: id.table)
    var values: [Value] = []
    for (index, field) in schema.fields.enumerated() {
      values.append(field.isGenerated ? .null : try store.shelf.read(index, of: id))
    }
    workspace.stack.receive(.begun(schema, DraftStart(like: values)))
    try checkIsChangeable(id.table, nil)
  }

  /// Starts collecting changes that can be reverted together.
  func beginForm() { former = [:] }

  func takeBack(_ id: RecordID) throws(StoreError) {
    let step = store.beginStep()
    var count = 0
    for (field, value) in (former[id] ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard try store.shelf.read(field, of: id) != value else { continue }
      try workspace.focus.keepingSelection { () throws(StoreError) in
        try store.set(value, at: field, ofEach: [id], in: step)
      }
      count += 1
    }
    beginForm()
    workspace.stack.receive(.record(try store.shelf.snapshot(of: id)))
    workspace.stack.message = BrowserWording.takenBack(count)
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  private func setKeepingSelection(_ value: Value, at field: Int, of id: RecordID) throws(StoreError) {
    try workspace.focus.keepingSelection { () throws(StoreError) in
      try store.set(value, at: field, of: id)
    }
  }

  func insert(_ values: [Value], into table: TableID) throws(StoreError) {
    let schema = (try? store.schema(of: table)) ?? store.schema
    do {
      // A field left empty gets its column's default.
      let given = zip(schema.fields, values).map { $0.hasDefault && $1.isNull ? nil : $1 }
      let id = try store.insert(given, into: table)
      workspace.stack.receive(.inserted(try store.shelf.snapshot(of: id)))
      if workspace.listing.schema.id == table { workspace.focus.seek(id) }
      workspace.stack.message = BrowserWording.added(schema)
    } catch {
      if error == .busy { throw error }
      workspace.stack.message = .problem(StoreWording.sentence(error, in: schema))
      try deletions.askToReplace(error, in: schema, .insert(values, into: table))
    }
  }

  func editExternally(_ text: String) -> [Effect] {
    let editor = ExternalEditor(command: workspace.settings.editor ?? ExternalEditor.ofEnvironment)
    defer { workspace.terminal.invalidate() }
    do throws(ExternalEditor.Failure) {
      return workspace.stack.takeEdited(try editor.edit(text, on: workspace.terminal))
    } catch {
      workspace.stack.message = BrowserWording.sentence(error, editor.command)
      return []
    }
  }
}

extension StoreError {
  fileprivate var isRefusal: Bool {
    switch self {
    case .constraint, .foreignKey, .danglingReference, .ignored, .other: true
    default: false
    }
  }
}
