import Records

/// A table as the machines agree on it, held by a row of the tree.
package struct TreeDeclaration: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    /// The name that identifies the column on all machines.
    package let birth: Text
    /// The current name; the smallest if there are several.
    package var name: Text
    /// Every name that the column ever had, sorted.
    package fileprivate(set) var names: [Text]
    package var type: Text
    package var isRequired: Bool
    /// Whether the default is not constant, so that the column does not identify rows.
    package var isMoving: Bool
    /// The birth name of the referenced table, if its key has one column.
    package var reference: Text?

    package init(
      _ birth: Text, name: Text? = nil, type: Text = "", isRequired: Bool = false, isMoving: Bool = false,
      reference: Text? = nil
    ) {
      (self.birth, self.name, self.type) = (birth, name ?? birth, type)
      (self.isRequired, self.isMoving, self.reference) = (isRequired, isMoving, reference)
      names = Set([birth, self.name]).sorted(by: <)
    }
  }

  package let table: Text
  package let columns: [Column]
  /// The columns of the declared key, in order; empty for a rowid.
  package let key: [Text]
  /// The columns of each unique constraint except the key, sorted.
  package let uniques: [[Text]]
  /// The statements that create the table, for a machine without a library.
  package let statements: [Text]

  package init(
    _ table: Text, columns: [Column], key: [Text] = [], uniques: [[Text]] = [], statements: [Text] = []
  ) {
    (self.table, self.key, self.statements) = (table, key, statements)
    self.columns = columns.sorted { $0.birth < $1.birth }
    self.uniques = uniques.sorted { $0.lexicographicallyPrecedes($1, by: <) }
  }

  package var constraints: [[Text]] { (key.isEmpty ? [] : [key]) + uniques }

  /// The column that has, was born with, or once had a name; ignores the case of ASCII letters.
  package func column(called name: Text) -> Column? {
    let name = name.folded
    return columns.first { $0.name.folded == name } ?? columns.first { $0.birth.folded == name }
      ?? columns.first { $0.names.contains { $0.folded == name } }
  }

  package static func name(of table: Text) -> RowName { RowName(digestOf: table.bytes) }

  // MARK: As a row

  /// Nil if the row declares no table.
  package init?(_ row: TreeRow) {
    guard row.table == TreeFormat.declarations, let table = Self.text(row, "table"),
      Self.name(of: table) == row.name
    else { return nil }
    func parts(_ kind: Text) -> [Text] {
      row.cells.keys.filter { $0.bytes.starts(with: kind.bytes) && Self.value(row, $0) != nil }
        .map { Text(bytes: Array($0.bytes.dropFirst(kind.bytes.count))) }
        .sorted(by: <)
    }
    let aliases = Dictionary(grouping: parts(Self.alias).compactMap(\.list).filter { $0.count == 2 }) {
      $0[0]
    }
    let columns = parts(Self.type).map { birth in
      var column = Column(
        birth, name: Self.text(row, Self.name + birth), type: Self.text(row, Self.type + birth) ?? "",
        isRequired: Self.value(row, Self.required + birth) != nil,
        isMoving: Self.value(row, Self.moving + birth) != nil,
        reference: Self.text(row, Self.reference + birth))
      column.names = Set(column.names + (aliases[birth] ?? []).map { $0[1] }).sorted(by: <)
      return column
    }
    self.init(
      table, columns: columns, key: Self.text(row, "key")?.list ?? [],
      uniques: parts(Self.unique).compactMap(\.list).filter { !$0.isEmpty },
      statements: parts(Self.statement).compactMap { Self.text(row, Self.statement + $0) })
  }

  package func born() -> TreeRow {
    TreeRow(
      born: Self.name(of: table), in: TreeFormat.declarations, key: nil,
      values: cells.mapValues(TreeValue.init))
  }

  /// The row after this machine has changed the declaration.
  ///
  /// Columns that this declaration lacks stay in the row.
  package func declared(in row: TreeRow, by name: UInt64) -> TreeRow {
    var new = cells.mapValues(TreeValue.init)
    let births = Set(columns.map(\.birth))
    for cell in row.cells.keys where new[cell] == nil && !cell.bytes.starts(with: Self.alias.bytes) {
      let parts = cell.bytes.split(separator: 0x20, maxSplits: 1).map { Text(bytes: Array($0)) }
      let isOfOtherColumn =
        parts.count == 2 && Self.ofColumn.contains(parts[0] + " ") && !births.contains(parts[1])
      if !isOfOtherColumn { new[cell] = .null }
    }
    let changes = new.filter { (Self.value(row, $0.key) ?? .null) != $0.value }
    return changes.isEmpty ? row : row.changed(changes, by: name)
  }

  private var cells: [Text: Value] {
    var cells: [Text: Value] = ["table": .text(table)]
    if !key.isEmpty { cells["key"] = .text(Text(list: key)) }
    for unique in uniques { cells[Self.unique + Text(list: unique)] = .integer(1) }
    for (place, statement) in statements.enumerated() {
      cells[Self.statement + Text(String("000\(place)".suffix(4)))] = .text(statement)
    }
    for column in columns {
      cells[Self.type + column.birth] = .text(column.type)
      if column.name != column.birth { cells[Self.name + column.birth] = .text(column.name) }
      for name in column.names where name != column.birth {
        cells[Self.alias + Text(list: [column.birth, name])] = .integer(1)
      }
      if column.isRequired { cells[Self.required + column.birth] = .integer(1) }
      if column.isMoving { cells[Self.moving + column.birth] = .integer(1) }
      if let table = column.reference { cells[Self.reference + column.birth] = .text(table) }
    }
    return cells
  }

  private static let (type, name, alias): (Text, Text, Text) = ("type ", "name ", "alias ")
  private static let (required, moving, reference): (Text, Text, Text) = (
    "required ", "moving ", "reference "
  )
  private static let (unique, statement): (Text, Text) = ("unique ", "statement ")
  private static let ofColumn: Set<Text> = [type, name, required, moving, reference]

  private static func value(_ row: TreeRow, _ column: Text) -> TreeValue? {
    row[column].writes.first { $0.value != .null }?.value
  }

  private static func text(_ row: TreeRow, _ column: Text) -> Text? {
    if case .value(.text(let text)) = value(row, column) { text } else { nil }
  }

  // MARK: Circles

  package struct ColumnPlace: Hashable, Sendable {
    package let table, column: Text

    package init(_ table: Text, _ column: Text) { (self.table, self.column) = (table, column) }
  }

  /// The tables, referenced ones first, and the columns whose references form circles.
  package static func order(
    of declarations: [TreeDeclaration]
  ) -> (tables: [Text], circular: Set<ColumnPlace>) {
    let references = Dictionary(
      declarations.map { ($0.table, $0.columns.compactMap(\.reference)) }, uniquingKeysWith: +)
    var circular: Set<ColumnPlace> = []
    for declaration in declarations {
      for column in declaration.columns {
        guard let target = column.reference, reached(from: target, by: references).contains(declaration.table)
        else { continue }
        circular.insert(ColumnPlace(declaration.table, column.birth))
      }
    }
    var (tables, rest) = ([Text](), declarations.sorted { $0.table < $1.table })
    while !rest.isEmpty {
      let waiting = Set(rest.map(\.table))
      let ready = rest.filter { table in
        !table.columns.contains { column in
          column.reference.map(waiting.contains) ?? false
            && !circular.contains(ColumnPlace(table.table, column.birth))
        }
      }
      tables += ready.map(\.table)
      rest.removeAll { table in ready.contains { $0.table == table.table } }
    }
    return (tables, circular)
  }

  private static func reached(from table: Text, by references: [Text: [Text]]) -> Set<Text> {
    var (found, queue): (Set<Text>, [Text]) = ([table], [table])
    while let next = queue.popLast() {
      for target in references[next] ?? [] where found.insert(target).inserted { queue.append(target) }
    }
    return found
  }
}

extension Text {
  static func < (left: Text, right: Text) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

  static func + (left: Text, right: Text) -> Text { Text(bytes: left.bytes + right.bytes) }

  /// The text with ASCII letters in lower case, as SQLite compares names.
  var folded: Text { Text(bytes: bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }) }
}
