import EditLog
import Records
import SQLite

/// Updates the shadow's tables to the form of the library's, and declares changed tables to the tree.
final class LibraryForm {
  private let shadow: Shadow
  private let lines: TreeLines
  /// The former names of renamed columns, by table and current name.
  private let formerNames: [String: [String: String]]
  private var renamed: [String: Set<String>] = [:]

  init(_ shadow: Shadow, _ lines: TreeLines, _ log: LoggedRows?) throws(SyncError) {
    (self.shadow, self.lines) = (shadow, lines)
    var names: [String: [String: String]] = [:]
    let renames = try log.map { (log) throws(SyncError) in
      try store { () throws(StoreError) in try log.renames() }
    }
    for (table, column, name) in renames ?? [] {
      names[table, default: [:]][name] = names[table]?.removeValue(forKey: column) ?? column
    }
    formerNames = names
  }

  func update(_ library: LibraryTables) throws(SyncError) {
    var tables: [(new: SyncedTable, former: SyncedTable?)] = []
    for table in library.tables {
      let former = shadow.table(Text(table.name))
      let births = try births(of: table, former)
      let new = SyncedTable(
        agreed(table, births, library), id: try shadow.id(of: Text(table.name)), births: births)
      if let declaration = lines.declarations[new.treeName] {
        // Rows with different keys on different machines cannot be matched.
        let key = new.hasFreeKey ? [] : Array(births.prefix(table.keyCount))
        if declaration.key != key { continue }
      }
      tables.append((new, former))
      renamed[table.name] = Set(
        zip(new.births, new.columns).compactMap { birth, column in
          guard let place = former?.place(ofBirth: birth), former?.columns[place].name != column.name else {
            return nil
          }
          return column.name
        })
    }
    let gone = shadow.tables.filter { former in !tables.contains { $0.new.id == former.id } }
    let changed = tables.filter { $0.former?.form != $0.new.form }
    try keepLines(changed, gone)
    for table in gone { try shadow.drop(table) }
    for (new, former) in changed {
      let declared = lines.declarations[new.treeName]?.columns.map(\.birth) ?? []
      try shadow.make(new, from: former) { place in
        // The values of a column that is new to the tree are sent as they are.
        declared.contains(new.births[place]) ? new.columns[place].standard : .null
      }
      if let former { try clearDefaults(new, former) }
    }
    shadow.use(tables.map(\.new))
    for (new, _) in changed {
      try shadow.run(
        "INSERT OR IGNORE INTO touched (tbl, rid) SELECT tbl, rid FROM line WHERE tbl = ?", [.integer(new.id)]
      )
      try lines.readContest(of: new)
    }
  }

  /// Sends the default of a new column for rows from machines without the column, unless the tree has a value.
  private func clearDefaults(_ new: SyncedTable, _ former: SyncedTable) throws(SyncError) {
    let places = new.cellPlaces.filter { former.place(ofBirth: new.births[$0]) == nil }
    if places.allSatisfy({ new.columns[$0].standard.isNull }) { return }
    let list = places.map { "c\($0) = NULL" }.joined(separator: ", ")
    let lineRows = "SELECT rid FROM line WHERE tbl = \(new.id)"
    try shadow.run("UPDATE \(new.shadowName) SET \(list) WHERE rid NOT IN (\(lineRows))")
    try shadow.forEach("SELECT rid, bytes FROM line WHERE tbl = \(new.id)") { line throws(SyncError) in
      guard let row = TreeLine.row(ofCanonical: line.value(at: 1).bytes ?? [], in: new.treeName) else {
        return
      }
      for place in places where row[new.births[place]] == .bornNull {
        try shadow.run("UPDATE \(new.shadowName) SET c\(place) = NULL WHERE rid = ?", [line.value(at: 0)])
      }
    }
  }

  /// The table with the references and the kind of key that the machines agree on.
  private func agreed(_ table: LibraryTable, _ births: [Text], _ library: LibraryTables) -> LibraryTable {
    guard let declaration = lines.declarations[Text(table.name)] else { return table }
    var table = table
    // A rowid here may be a text key elsewhere, which then identifies the rows.
    if !declaration.key.isEmpty { table.hasFreeKey = false }
    let known = Dictionary(declaration.columns.map { ($0.birth, $0.reference) }) { first, _ in first }
    table.references = births.indices.compactMap { place in
      guard let declared = known[births[place]] else { return table.reference(at: place) }
      guard let target = declared,
        library.tables.contains(where: { Text($0.name) == target && $0.keyCount == 1 })
      else { return nil }
      return LibraryTable.Reference(place: place, table: target.string)
    }
    return table
  }

  /// Stores the lines of rows that cannot be derived from the new form of their table or of a table that it references.
  private func keepLines(
    _ changed: [(new: SyncedTable, former: SyncedTable?)], _ gone: [SyncedTable]
  ) throws(SyncError) {
    var (kept, moved) = (gone, Set(gone.map(\.name)))
    for case (let new, let former?) in changed {
      if !new.covers(former) { kept.append(former) }
      if !new.hasSameKey(as: former) { moved.insert(former.name) }
    }
    for table in shadow.tables where table.table.references.contains(where: { moved.contains($0.table) }) {
      kept.append(table)
    }
    for table in kept { try lines.materializeAll(of: table) }
  }

  // MARK: Columns

  private func births(of table: LibraryTable, _ former: SyncedTable?) throws(SyncError) -> [Text] {
    let declaration = lines.declarations[Text(table.name)]
    var births = [Text?](repeating: nil, count: table.columns.count)
    var rest = former.map { Set($0.births) } ?? []
    for (place, column) in table.columns.enumerated() {
      let name = formerNames[table.name]?[column.name] ?? column.name
      guard let former, let old = former.columns.firstIndex(where: { $0.name == name }),
        rest.remove(former.births[old]) != nil
      else { continue }
      births[place] = former.births[old]
    }
    if let former { try matchRenamed(table, former, rest, &births) }
    for (place, column) in table.columns.enumerated() where births[place] == nil {
      let name = Text(column.name)
      let free = declaration?.columns.filter { !births.contains($0.birth) } ?? []
      births[place] =
        (free.first { $0.name == name } ?? free.first { $0.names.contains(name) })?.birth
        ?? Self.unused(name, births, declaration)
    }
    return births.compactMap { $0 }
  }

  private static func unused(_ name: Text, _ births: [Text?], _ declaration: TreeDeclaration?) -> Text {
    var (free, number) = (name, 1)
    while births.contains(free) || declaration?.columns.contains(where: { $0.birth == free }) ?? false {
      number += 1
      free = Text(bytes: name.bytes + Array("~\(number)".utf8))
    }
    return free
  }

  /// Finds columns that another program has renamed: one is gone, and a new one has the same values.
  private func matchRenamed(
    _ table: LibraryTable, _ former: SyncedTable, _ rest: Set<Text>, _ births: inout [Text?]
  ) throws(SyncError) {
    var rest = rest
    for place in table.columns.indices where births[place] == nil {
      for birth in rest {
        guard let old = former.place(ofBirth: birth), try isSame(table, place, former, old) else { continue }
        births[place] = birth
        rest.remove(birth)
        break
      }
    }
  }

  private func isSame(
    _ table: LibraryTable, _ place: Int, _ former: SyncedTable, _ old: Int
  ) throws(SyncError) -> Bool {
    guard table.keyCount == former.keyCount, place >= table.keyCount, old >= former.keyCount else {
      return false
    }
    let key = zip(former.shadowColumns, table.columns).prefix(table.keyCount).map {
      "s.\($0) = l.\(quoted($1.name))"
    }
    let (was, now) = ("s.c\(old)", "l.\(quoted(table.columns[place].name))")
    let sql = """
      SELECT count(*) FILTER (WHERE \(was) IS NOT NULL), count(*) FILTER (WHERE \(was) IS NOT \(now) COLLATE BINARY)
      FROM \(former.shadowName) AS s JOIN lib.\(quoted(table.name)) AS l ON \(key.joined(separator: " AND "))
      """
    let counts = try shadow.row(sql) { (filled: $0.integer(at: 0), differing: $0.integer(at: 1)) }
    return counts.map { $0.filled > 0 && $0.differing == 0 } ?? false
  }

  // MARK: Declarations

  func declare(_ library: LibraryTables, as write: UInt64) throws(SyncError) -> [TreeRow] {
    var declared: [TreeRow] = []
    for table in shadow.tables {
      let digest = Int64(
        bitPattern: PackedBytes.digest(table.form + table.table.statements.map { .text(Text($0)) }))
      let before = try shadow.integer("SELECT declared FROM tbl WHERE id = ?", [.integer(table.id)])
      let known = lines.declarations[table.treeName]
      if known != nil, before == digest { continue }
      try shadow.run("UPDATE tbl SET declared = ? WHERE id = ?", [.integer(digest), .integer(table.id)])
      let new = declaration(of: table, known, isJoining: (before ?? 0) == 0)
      let name = TreeDeclaration.name(of: table.treeName)
      let old = try lines.row(name, of: TreeFormat.declarations)
      let row = old.map { new.declared(in: $0, by: write) } ?? new.born()
      if row == old { continue }
      try lines.put(row, replacing: old)
      declared.append(row)
    }
    if let row = try declareOthers(library, as: write) { declared.append(row) }
    if !declared.isEmpty { try lines.readDeclarations() }
    return declared
  }

  /// Declares what belongs to no table, such as views, as a table without a name.
  private func declareOthers(_ library: LibraryTables, as write: UInt64) throws(SyncError) -> TreeRow? {
    let statements = library.otherStatements.map { Text($0) }
    let digest = String(PackedBytes.digest(statements.map { .text($0) }))
    let before = try shadow.text("others")
    if before == digest { return nil }
    try shadow.set("others", digest)
    let name = TreeDeclaration.name(of: Text(""))
    let old = try lines.row(name, of: TreeFormat.declarations)
    if statements.isEmpty || old != nil && before == nil { return nil }
    let new = TreeDeclaration(Text(""), columns: [], statements: statements)
    let row = old.map { new.declared(in: $0, by: write) } ?? new.born()
    if row == old { return nil }
    try lines.put(row, replacing: old)
    return row
  }

  /// - Parameter isJoining: Whether the tree knew the table before this library took part, so that only new columns count.
  private func declaration(
    of table: SyncedTable, _ known: TreeDeclaration?, isJoining: Bool
  ) -> TreeDeclaration {
    let columns = table.cellPlaces.map { place in
      let (column, birth) = (table.columns[place], table.births[place])
      let former = known?.columns.first { $0.birth == birth }
      if let former, isJoining { return former }
      return TreeDeclaration.Column(
        birth,
        name: isRenamed(column.name, in: table) ? Text(column.name) : former?.name ?? Text(column.name),
        type: Text(column.type), isRequired: column.isRequired, isMoving: !column.isStandardConstant,
        reference: table.table.reference(at: place).map { Text($0.table) })
    }
    if let known, isJoining {
      let new = columns.filter { column in !known.columns.contains { $0.birth == column.birth } }
      return TreeDeclaration(
        known.table, columns: known.columns + new, key: known.key, uniques: known.uniques,
        statements: known.statements)
    }
    return TreeDeclaration(
      table.treeName, columns: columns,
      key: table.hasFreeKey ? [] : Array(table.births.prefix(table.keyCount)),
      uniques: table.table.uniques.map { $0.filter(table.cellPlaces.contains).map { table.births[$0] } },
      statements: table.table.statements.map { Text($0) })
  }

  private func isRenamed(_ name: String, in table: SyncedTable) -> Bool {
    renamed[table.name]?.contains(name) ?? false
  }
}
