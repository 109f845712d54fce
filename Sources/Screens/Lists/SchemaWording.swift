import Records

enum SchemaWording {
  static let title = "Schema"

  static let nothing = "There are no tables."

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

  static func name(of part: TablePart) -> String {
    let columns = part.columns.map { $0.isEmpty ? "expression" : $0 }
    return "\(part.kind.rawValue) \(part.name)" + (columns.isEmpty ? "" : " " + list(columns))
  }

  private static func list(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }
}
