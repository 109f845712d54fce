import Records

/// The wording of the declarations of tables.
enum SchemaWording {
  static let title = "Schema"

  /// Shown for a database without tables.
  static let nothing = "There are no tables."

  /// What a table is, and how many rows it has.
  static func note(on table: TableEntry) -> String {
    let kind =
      switch table.kind {
      case .table: "table"
      case .view: "view"
      case .virtual: "virtual table"
      }
    let rows: String? =
      switch table.count {
      case .exactly(1)?: "1 row"
      case .exactly(let count)?: "\(Wording.number(count)) rows"
      default: nil
      }
    return [kind, rows].compactMap(\.self).joined(separator: " · ")
  }

  /// What a column is: its type, what its values are for people, and its constraints.
  static func note(on column: ColumnDeclaration) -> String {
    var words = [column.type, column.kind ?? ""].filter { !$0.isEmpty }
    if column.keyPosition > 0 { words.append("key") }
    if column.isNotNull { words.append("NOT NULL") }
    if column.isUnique { words.append("unique") }
    if column.isGenerated { words.append("computed") }
    if let text = column.defaultText { words.append("default \(Wording.shortened(text, to: 30))") }
    if let check = column.check { words.append("CHECK (\(Wording.shortened(check, to: 60)))") }
    return words.joined(separator: " · ")
  }

  /// A foreign key from the table that has it.
  static func pointing(_ reference: ReferenceDeclaration) -> String {
    let deletion = reference.onDelete == "NO ACTION" ? "" : ", on delete \(reference.onDelete.lowercased())"
    return "→ \(list(reference.columns)) points to \(reference.target) \(list(reference.targets))\(deletion)"
  }

  /// A foreign key from the table that it points to.
  static func pointed(_ reference: ReferenceDeclaration) -> String {
    "← \(reference.table) \(list(reference.columns)) points here"
  }

  /// The name of an index or a trigger.
  static func name(of part: TablePart) -> String {
    let columns = part.columns.map { $0.isEmpty ? "expression" : $0 }
    return "\(part.kind.rawValue) \(part.name)" + (columns.isEmpty ? "" : " " + list(columns))
  }

  private static func list(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }
}
