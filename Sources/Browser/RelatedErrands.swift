import BookStore
import Records
import Screens

/// Finds the rows that point to a detail's record after that is on the screen, and reads them on demand.
final class RelatedErrands {
  private unowned let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Whether a detail still has to learn which tables point to its record.
  var isWanted: Bool { workspace.stack.needs.relatedRows != nil }

  /// Tells the detail on top which tables point to its record.
  func refresh() {
    guard let id = workspace.stack.needs.relatedRows else { return }
    // If they cannot be found now, the detail does without them; the key that lists them says why.
    workspace.stack.receive(.related(id, (try? related(to: id)) ?? []))
  }

  private func related(to id: RecordID) throws(StoreError) -> [RelatedRows] {
    let references = try store.references(to: id)
    var related: [RelatedRows] = []
    for (source, reference) in references {
      let schema = try store.schema(of: source.table)
      let isAlone = references.count { $0.source.table == source.table } == 1
      let label = isAlone ? Wording.name(of: schema) : BrowserWording.name(of: reference, in: schema)
      related.append(
        RelatedRows(source: source, label: label, singular: schema.singular, plural: schema.plural))
    }
    return related
  }

  /// Reads the first rows that point to a record.
  func read(_ rows: RelatedRows, of id: RecordID) throws(StoreError) {
    var rows = rows
    rows.content = try store.firstRows(of: rows.source)
    workspace.stack.receive(.related(id, try related(to: id).map { $0.source == rows.source ? rows : $0 }))
  }

  /// Starts a row that points to a record.
  func add(to source: ListSource) throws(StoreError) {
    let schema = try store.schema(of: source.table)
    workspace.stack.receive(.begun(schema, DraftStart(in: source.scope, of: schema)))
  }
}
