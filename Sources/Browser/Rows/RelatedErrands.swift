import BookStore
import Records
import Screens

/// Reads the rows that refer to a detail's record, right after the record, and changes them.
final class RelatedErrands {
  private unowned let workspace: Workspace
  /// No index leads to these rows, so they were read on demand; shown until something changes.
  private var read: (edition: Int, rows: [ListSource: RelatedRows.Content]) = (0, [:])
  private var retry: ContinuousClock.Instant?

  private let editor: RowCommands
  private var begun: (effect: RelatedEffect, step: EditStep)?

  init(_ workspace: Workspace, _ editor: RowCommands) { (self.workspace, self.editor) = (workspace, editor) }

  private var store: BookStore { workspace.store }

  var isWanted: Bool {
    if let retry, retry > .now { return false }
    return workspace.stack.needs.related.map { $0.edition != store.relatedEdition } ?? false
  }

  func refresh() {
    guard isWanted, let need = workspace.stack.needs.related else { return }
    do throws(StoreError) {
      show(try store.related(to: need.record.id, shownAs: need.record), of: need.record.id)
      retry = nil
    } catch {
      // The rows on the screen stay until then.
      retry = .now + .milliseconds(500)
    }
  }

  func forget() { (read, retry) = ((0, [:]), nil) }

  private func show(_ rows: [RelatedRows], of id: RecordID) {
    let edition = store.relatedEdition
    if read.edition != edition { read = (edition, [:]) }
    let known = rows.map { rows in
      var rows = rows
      rows.content = rows.content ?? read.rows[rows.source]
      return rows
    }
    workspace.stack.receive(.related(id, known, edition: edition))
  }

  func perform(_ effect: RelatedEffect) throws(StoreError) {
    switch effect {
    case .read(let id, let rows): try read(rows, of: id)
    case .add(let source):
      try add(to: source)
      try editor.checkIsChangeable(source.table, nil)
    case .change(let id, let rows, let added, let removed):
      let step = try step(for: effect, rows, id)
      try change(rows, of: id, adding: added, removing: removed, step)
      begun = nil
    }
  }

  /// A change that a lock has interrupted continues its step.
  private func step(
    for effect: RelatedEffect, _ rows: RelatedRows, _ id: RecordID
  ) throws(StoreError) -> EditStep {
    if let begun, begun.effect == effect { return begun.step }
    let title = workspace.title(of: id, try store.schema(of: id.table))
    let step = store.beginStep(from: .listed(RelatedWording.label(rows), of: title))
    begun = (effect, step)
    return step
  }

  /// A refused change stays in the editor, with the reason beside it.
  private func change(
    _ rows: RelatedRows, of id: RecordID, adding added: [String], removing removed: [String], _ step: EditStep
  ) throws(StoreError) {
    do throws(StoreError) {
      guard let parts = try JoinedParts(rows, of: id.table, in: store) else {
        return workspace.stack.receive(.refused(RelatedWording.noList(rows)))
      }
      let new = try parts.missing(added)
      try parts.make(.add(added), in: [id], step)
      try parts.make(.remove(removed), in: [id], step)
      workspace.stack.receive(.accepted(try store.shelf.snapshot(of: id)))
      workspace.stack.message = RelatedWording.changed(rows, added: added, removed: removed, new: Set(new))
    } catch {
      if error == .busy { throw error }
      workspace.stack.receive(.refused(.problem(workspace.notices.sentence(error, in: rows.schema))))
    }
  }

  private func read(_ rows: RelatedRows, of id: RecordID) throws(StoreError) {
    let content = try store.read(rows)
    let related = try store.related(to: id, shownAs: workspace.stack.needs.related?.record)
    if read.edition != store.relatedEdition { read = (store.relatedEdition, [:]) }
    read.rows[rows.source] = content
    show(related, of: id)
  }

  private func add(to source: ListSource) throws(StoreError) {
    let schema = try store.schema(of: source.table)
    workspace.stack.receive(.begun(schema, DraftStart(in: source.scope, of: schema)))
  }
}
