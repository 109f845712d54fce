import Records

/// Files that are taken into the shadow in one transaction, recorded so that this can be repeated after a crash.
struct MergeWork {
  var files: [Item]
  var settles = false

  struct Item {
    let path: String
    var isOwn = false
    /// The previously held table whose changes are taken now; nil for those of all tables.
    var table: String?
  }

  /// Takes the files; afterwards `temp.changed` has the rows for the library.
  func run(_ merger: Merger, _ held: HeldTables) throws(SyncError) {
    merger.rows.notesChanges = true
    var released: String?
    let progress = merger.progress
    defer { merger.progress = progress }
    for (number, file) in files.enumerated() {
      merger.progress = { progress((Double(number) + $0) / Double(files.count)) }
      // Held files come first; the table must be released before the files after them.
      if let name = released, name != file.table { try held.forget(name) }
      released = file.table
      try merger.take(file.path, isOwn: file.isOwn, isAgain: file.table != nil) { table throws(SyncError) in
        if let name = file.table, name != table.name { return nil }
        if file.isOwn || file.table != nil { return held.form(of: table) }
        return try held.form(of: table, in: file.path)
      }
    }
    if settles { try merger.shadow.run("DELETE FROM settling") }
    if let released { try held.forget(released) }
    try merger.finish()
  }

  // MARK: In the intent

  var values: [Value] {
    [.integer(settles ? 1 : 0), .integer(Int64(files.count))]
      + files.flatMap {
        [.text(Text($0.path)), .integer($0.isOwn ? 1 : 0), $0.table.map { .text(Text($0)) } ?? .null]
      }
  }

  init(files: [Item], settles: Bool = false) { (self.files, self.settles) = (files, settles) }

  init?(_ rest: inout ArraySlice<Value>) {
    guard case .integer(let settles)? = rest.popFirst(), case .integer(let count)? = rest.popFirst(),
      count >= 0,
      rest.count >= 3 * Int(count)
    else { return nil }
    files = []
    for _ in 0..<count {
      let (path, isOwn, table) = (rest.removeFirst(), rest.removeFirst(), rest.removeFirst())
      func string(_ value: Value) -> String? { value.bytes.map { String(decoding: $0, as: UTF8.self) } }
      files.append(Item(path: string(path) ?? "", isOwn: isOwn == .integer(1), table: string(table)))
    }
    self.settles = settles != 0
  }
}
