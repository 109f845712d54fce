import BookStore
import Records
import Screens

/// Reads the rows that point to a detail's record, right after the record.
final class RelatedErrands {
  private unowned let workspace: Workspace
  /// The rows that were read on demand, because no index leads to them; they are shown until something changes.
  private var read: (edition: Int, rows: [ListSource: RelatedRows.Content]) = (0, [:])
  /// When rows that could not be read are tried again.
  private var retry: ContinuousClock.Instant?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Whether the shown detail does not know which rows point to its record, or they may have changed.
  var isWanted: Bool {
    if let retry, retry > .now { return false }
    return workspace.stack.needs.related.map { $0.edition != store.relatedEdition } ?? false
  }

  /// Tells the shown detail which rows point to its record.
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

  /// Forgets what was read, because another store is open.
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

  /// Reads the rows of a table that point to a record, to which no index leads.
  func read(_ rows: RelatedRows, of id: RecordID) throws(StoreError) {
    let content = try store.read(rows)
    let related = try store.related(to: id, shownAs: workspace.stack.needs.related?.record)
    if read.edition != store.relatedEdition { read = (store.relatedEdition, [:]) }
    read.rows[rows.source] = content
    show(related, of: id)
  }

  /// Starts a row that points to a record.
  func add(to source: ListSource) throws(StoreError) {
    let schema = try store.schema(of: source.table)
    workspace.stack.receive(.begun(schema, DraftStart(in: source.scope, of: schema)))
  }
}
