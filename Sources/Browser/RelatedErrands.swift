import BookStore
import Records
import Screens

/// Reads the rows that point to a detail's record, right after the record.
final class RelatedErrands {
  private unowned let workspace: Workspace
  /// What the store said last about changes of such rows.
  private var edition = 0
  /// The rows that were read on demand, because no index leads to them; they are shown until something changes.
  private var read: [ListSource: RelatedRows.Content] = [:]

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Whether the detail on top still has to learn which rows point to its record, or they may have changed.
  var isWanted: Bool {
    let needs = workspace.stack.needs
    return needs.relatedRows != nil || needs.relatedRecord != nil && edition != store.relatedEdition
  }

  /// Tells the detail on top which rows point to its record.
  func refresh() {
    guard isWanted, let record = workspace.stack.needs.relatedRecord else { return }
    if edition != store.relatedEdition { (edition, read) = (store.relatedEdition, [:]) }
    // If they cannot be read now, the detail does without them; the key that lists them says why.
    show((try? store.related(to: record.id, shownAs: record)) ?? [], of: record.id)
  }

  private func show(_ rows: [RelatedRows], of id: RecordID) {
    let known = rows.map { rows in
      var rows = rows
      rows.content = rows.content ?? read[rows.source]
      return rows
    }
    workspace.stack.receive(.related(id, known))
  }

  /// Reads the rows of a table that point to a record, to which no index leads.
  func read(_ rows: RelatedRows, of id: RecordID) throws(StoreError) {
    read[rows.source] = try store.read(rows)
    show(try store.related(to: id, shownAs: workspace.stack.needs.relatedRecord), of: id)
  }

  /// Starts a row that points to a record.
  func add(to source: ListSource) throws(StoreError) {
    let schema = try store.schema(of: source.table)
    workspace.stack.receive(.begun(schema, DraftStart(in: source.scope, of: schema)))
  }
}
