import Records
import Syncing

/// A tree as a value, with the merge as it is defined: slow, and the model of the program's.
package struct Tree: Hashable {
  package private(set) var rows: [TreePlace: TreeRow] = [:]
  private var tables: [Text: Set<RowName>] = [:]

  package init(_ rows: [TreeRow] = []) { for row in rows { put(row) } }

  package mutating func put(_ row: TreeRow) {
    rows[TreePlace(row.name, of: row.table)] = row
    tables[row.table, default: []].insert(row.name)
  }

  package subscript(place: TreePlace) -> TreeRow? { rows[place] }

  /// The rows in the order of their tables' bytes and their names.
  package var sorted: [TreeRow] {
    rows.values.sorted {
      $0.table == $1.table
        ? $0.name < $1.name : $0.table.bytes.lexicographicallyPrecedes($1.table.bytes)
    }
  }

  package var declarations: [Text: TreeDeclaration] {
    let list = rows.values.compactMap { TreeDeclaration($0) }
    return Dictionary(list.map { ($0.table, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Merging

  /// For each cell (ours ∩ theirs) ∪ (ours − base) ∪ (theirs − base); births that somebody has replaced are gone.
  package static func merged(base: Tree, ours: Tree, theirs: Tree) -> Tree {
    var result = Tree()
    for place in Set(base.rows.keys).union(ours.rows.keys).union(theirs.rows.keys) {
      let sides = [base, ours, theirs].map { TreeParts($0[place] ?? base[place]) }
      result.put(TreeParts.merged(sides[0], sides[1], sides[2]).row(at: place))
    }
    return result
  }
}

/// The parts of a row, each with its writes and the births that were replaced.
package struct TreeParts: Hashable {
  package enum Part: Hashable {
    case key, presence
    case cell(Text)
    case other(Text)
  }

  package var writes: [Part: Set<CellWrite>] = [:]
  package var replaced: [Part: Set<TreeValue>] = [:]
  package let isKnown: Bool

  package init(_ row: TreeRow?) {
    isKnown = row != nil
    guard let row else { return }
    add(row.key, .key)
    add(row.presence, .presence)
    for (column, cell) in row.cells { add(cell, .cell(column)) }
    for (name, cell) in row.others { add(cell, .other(name)) }
  }

  private init(isKnown: Bool) { self.isKnown = isKnown }

  private mutating func add(_ cell: TreeCell, _ part: Part) {
    (writes[part], replaced[part]) = (Set(cell.writes), Set(cell.replaced))
  }

  /// The writes of a part: a cell that the line does not name was born NULL.
  package func known(_ part: Part) -> Set<CellWrite> {
    switch part {
    case .key, .presence: writes[part] ?? []
    case .cell, .other: isKnown ? writes[part] ?? [CellWrite(0, .null)] : []
    }
  }

  static func merged(_ base: TreeParts, _ ours: TreeParts, _ theirs: TreeParts) -> TreeParts {
    var result = TreeParts(isKnown: true)
    for part in Set(ours.writes.keys).union(theirs.writes.keys) {
      let (old, own, other) = (base.known(part), ours.known(part), theirs.known(part))
      let replaced = (ours.replaced[part] ?? []).union(theirs.replaced[part] ?? [])
      let named = own.intersection(other).union(own.subtracting(old)).union(other.subtracting(old))
      let births = own.union(other).filter { $0.name == 0 && !replaced.contains($0.value) }
      result.writes[part] = births.union(named.filter { $0.name != 0 })
      result.replaced[part] = replaced
    }
    return result
  }

  package func row(at place: TreePlace) -> TreeRow {
    func cell(_ part: Part) -> TreeCell {
      TreeCell(Array(writes[part] ?? []), replaced: Array(replaced[part] ?? []))
    }
    var (cells, others): ([Text: TreeCell], [Text: TreeCell]) = ([:], [:])
    for part in writes.keys {
      switch part {
      case .cell(let column): cells[column] = cell(part)
      case .other(let name): others[name] = cell(part)
      case .key, .presence: break
      }
    }
    return TreeRow(
      place.name, in: place.table, key: cell(.key), presence: cell(.presence), cells: cells,
      others: others)
  }
}

// MARK: - What the view looks up

extension Tree: TreeIndex {
  package func row(_ name: RowName, of table: Text) -> TreeRow? { rows[TreePlace(name, of: table)] }

  package func rows(of table: Text, columns: [Text], values: [TreeValue]) -> [RowName] {
    all(of: table).filter { row in
      zip(columns, values).allSatisfy { column, value in
        row[column].writes.contains { $0.value == value }
      }
    }.map(\.name)
  }

  package func rows(pointingTo name: RowName, of table: Text) -> [TreePlace] {
    tables.keys.filter(TreeFormat.isOfPerson).flatMap { source in
      all(of: source).filter { row in
        row.cells.values.contains { $0.writes.contains { $0.value == .row(name) } }
      }.map { TreePlace($0.name, of: source) }
    }
  }

  package func claims(of table: Text, key: Int64) -> [RowName] {
    all(of: table).filter { $0.key.writes.contains { $0.value == .value(.integer(key)) } }.map(\.name)
  }

  package func contested(of table: Text) -> [RowName] {
    var claims: [TreeValue: Set<RowName>] = [:]
    for row in all(of: table) {
      for write in row.key.writes { claims[write.value, default: []].insert(row.name) }
    }
    return Array(claims.values.filter { $0.count > 1 }.reduce(into: Set()) { $0.formUnion($1) })
  }

  package func sameRows(naming name: RowName, of table: Text) -> [TreeRow] {
    all(of: TreeFormat.same).filter { row in
      RowBirth.pair(of: row).map { $0.table == table && ($0.first == name || $0.second == name) } ?? false
    }
  }

  private func all(of table: Text) -> [TreeRow] {
    (tables[table] ?? []).compactMap { rows[TreePlace($0, of: table)] }
  }
}

// MARK: - As files

/// A tree as files in memory.
package struct TreeFolder: TreeReader, Hashable {
  package var contents: [String: [UInt8]] = [:]

  package init(_ contents: [String: [UInt8]] = [:]) { self.contents = contents }

  /// The files of a tree, divided as it is defined: by the next digit, as long as there are too many bytes.
  package init(_ tree: Tree) {
    contents[TreeFormat.path] = TreeFormat.content
    for (table, rows) in Dictionary(grouping: tree.sorted, by: \.table) {
      divide(rows.map { ($0.name.text, TreeLine.bytes(of: $0) + [0x0a]) }, table, "")
    }
  }

  private mutating func divide(_ lines: [(name: String, line: [UInt8])], _ table: Text, _ prefix: String) {
    if lines.count < 2 || lines.reduce(0, { $0 + $1.line.count }) <= TreeFormat.fileByteCount {
      let path = TreePath.rows(table: table, prefix: prefix).text
      if let path, !lines.isEmpty { contents[path] = lines.flatMap(\.line) }
      return
    }
    for digit in "0123456789abcdef" {
      divide(lines.filter { $0.name.hasPrefix(prefix + String(digit)) }, table, prefix + String(digit))
    }
  }

  package func files() -> [TreeFile] {
    contents.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.map { path in
      var hasher = Hasher()
      hasher.combine(contents[path])
      return TreeFile(path: path, blob: BlobName("\(hasher.finalize()) \(path)"))
    }
  }

  package func bytes(of blob: BlobName) throws(SyncError) -> [UInt8] {
    let path = String(blob.hex.split(separator: " ", maxSplits: 1).last ?? "")
    guard let bytes = contents[path] else { throw .damaged(path: path) }
    return bytes
  }
}

/// What a merge says.
package struct TreeNews: TreeMergeSink {
  package var files: [String: [UInt8]?] = [:]
  package var rows: [(old: TreeRow?, new: TreeRow)] = []
  package var problems: [TreeProblem] = []
  package var wantsFiles = true

  package init(wantsFiles: Bool = true) { self.wantsFiles = wantsFiles }

  package mutating func file(_ path: String, _ bytes: [UInt8]?) { files[path] = .some(bytes) }
  package mutating func row(old: TreeRow?, new: TreeRow) { rows.append((old, new)) }
  package mutating func problem(_ problem: TreeProblem) { problems.append(problem) }
}

extension TreeFolder {
  /// The files after some changes.
  package func with(_ changes: [String: [UInt8]?]) -> TreeFolder {
    var folder = self
    for (path, bytes) in changes { folder.contents[path] = bytes }
    return folder
  }
}
