import BookStore
import Records

/// What a store held at the start of a step of the tour, so that it can be restored.
struct StepStart {
  private struct Edit: Hashable {
    let field: Int
    let value: Value
  }

  private let hydrated: [RecordID]
  private let edits: [Edit: [RecordID]]

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

  /// If the database already has an edit of a text, the number of the pass is appended, so that the record is dirty again;
  /// other values stay as they are.
  func restore(in store: BookStore, pass: Int) throws(StoreError) {
    try store.shelf.hydrate(hydrated)
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
