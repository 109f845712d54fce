import BookStore
import Records

/// What a store held when a step of the tour began, to hold it again later.
struct StepStart {
  /// A field of some records that were dirty, with the value that was set.
  private struct Edit: Hashable {
    let field: Int
    let value: Value
  }

  private let hydrated: [RecordID]
  private let edits: [Edit: [RecordID]]

  /// Notes what a store holds now.
  ///
  /// - Complexity: O(*n*) in the hydrated records.
  init(_ store: BookStore) {
    let records = store.heldRecords.sorted { $0.id.rowid ?? 0 < $1.id.rowid ?? 0 }
    var edits: [Edit: [RecordID]] = [:]
    for record in records {
      for original in record.originals {
        guard let value = record.value(at: original.index) else { continue }
        edits[Edit(field: original.index, value: value), default: []].append(record.id)
      }
    }
    (hydrated, self.edits) = (records.map(\.id), edits)
  }

  /// Hydrates the same records in a store that holds none, and makes their edits again.
  ///
  /// The database may have an edit by now. Then a text is set with the number of the pass behind it, so that the record is
  /// dirty as before; another value stays as it is.
  ///
  /// - Throws: As hydrating and setting do.
  func restore(in store: BookStore, pass: Int) throws(StoreError) {
    try store.hydrate(hydrated)
    for (edit, ids) in edits {
      try store.set(edit.value, at: edit.field, ofEach: ids)
      guard case .text(let text) = edit.value else { continue }
      var written: [RecordID] = []
      for id in ids where try !store.record(id).originals.contains(where: { $0.index == edit.field }) {
        written.append(id)
      }
      guard !written.isEmpty else { continue }
      let other = AuthorName.numbered(text.string, pass)
      try store.set(.text(Text(other)), at: edit.field, ofEach: written)
    }
  }
}
