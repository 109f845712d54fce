import Records

/// Replaces rows of a tree; reads only the files that contain or adjoin such rows.
package struct TreePatch<Reader: TreeReader> {
  private let tree: Reader?

  package init(_ tree: Reader?) { self.tree = tree }

  /// Passes each changed file with its content, or nil to remove it.
  ///
  /// - Parameter next: Returns the rows, sorted by the bytes of their tables and by name; nil at the end.
  package func write(
    _ next: () throws(SyncError) -> TreeRow?, put: TreePut
  ) throws(SyncError) {
    let files = try FileTables(tree?.files() ?? [])
    if !files.hasFormat { try put(TreeFormat.path, TreeFormat.content) }
    var row = try next()
    while let table = row?.table {
      var patch = TablePatch(table, Side(tree, files.tables[table]))
      row = try patch.run(row, next, put)
    }
  }
}

private struct TablePatch<Reader: TreeReader> {
  private let table: Text
  private var side: Side<Reader>
  private var writer: TableWriter

  init(_ table: Text, _ side: Side<Reader>) {
    (self.table, self.side, writer) = (table, side, TableWriter(table: table))
  }

  mutating func run(
    _ first: TreeRow?, _ next: () throws(SyncError) -> TreeRow?, _ put: TreePut
  ) throws(SyncError) -> TreeRow? {
    var row = first
    while true {
      let digits = row.flatMap { $0.table == table ? $0.name.digits : nil }
      if let prefix = side.files.first?.prefix, digits.map({ !$0.lexicographicallyPrecedes(prefix) }) ?? true
      {
        let kept = writer.prefixes(of: prefix).first { digits?.starts(with: $0) != true }
        let files = side.take(kept ?? prefix)
        if let kept, try writer.keep(files, kept, put: put) { continue }
        try replaceLines(of: files, &row, next, put)
      } else if digits != nil, let new = row {
        try writer.add(new.name, TreeLine.bytes(of: new), put: put)
        row = try next()
      } else {
        try writer.finish(put: put)
        return row
      }
    }
  }

  private mutating func replaceLines(
    of files: ArraySlice<TableFile>, _ row: inout TreeRow?, _ next: () throws(SyncError) -> TreeRow?,
    _ put: TreePut
  ) throws(SyncError) {
    var source = try LineSource(table, side, files)
    while let name = source.name {
      for (path, bytes) in source.takeOpened() { writer.replace(path, bytes) }
      if let new = row, new.table == table, new.name <= name {
        try writer.add(new.name, TreeLine.bytes(of: new), put: put)
        if new.name == name { try source.advance() }
        row = try next()
      } else {
        try writer.add(name, source.line, put: put)
        try source.advance()
      }
    }
    for (path, bytes) in source.takeOpened() { writer.replace(path, bytes) }
  }
}
