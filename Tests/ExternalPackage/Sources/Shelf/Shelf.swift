import BookStore

/// What another package does with a store: open, hydrate, edit, warn.
@main
enum Shelf {
  static func main() throws(StoreError) {
    let path = CommandLine.arguments[1]
    try BookStore.create(at: path, sample: true)
    let store = try BookStore(path: path)
    let schema = store.schema
    for row in try store.lists.rows(in: 0..<20) {
      if let row { print(schema.text(ofTitle: row.title), row.state) }
    }
    let id = RecordID.rowid(3)
    let record: Record = try store.record(id)
    guard let author = schema.fields.firstIndex(where: { $0.label == "Author" }) else { return }
    print(schema.fields[author].text(of: record.values?[author] ?? .null), record.state)
    try store.set("Durante", at: author, of: id)
    print(store.counts.dirty, "dirty")
    let dehydration = store.dehydrateAll()
    print(dehydration.writeBack.writtenCount, "written,", store.counts.hydrated, "hydrated")
    let listing: Listing = store.listing
    print(try listing.resolveCount(), "rows,", try store.shelf.snapshot(of: id).values[author] == "Durante")
  }
}
