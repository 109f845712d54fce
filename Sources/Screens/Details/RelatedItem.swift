import Records

/// A selectable row that points to the record, or all such rows of a table if `row` is nil.
struct RelatedItem: Hashable, Sendable {
  let table: Int
  let row: Int?

  static let rowLimit = 5

  static func items(of related: [RelatedRows], foldsEmpty: Bool) -> [RelatedItem] {
    related.enumerated().flatMap { table, rows -> [RelatedItem] in
      let all = RelatedItem(table: table, row: nil)
      guard let content = rows.content else { return [all] }
      if content.rows.isEmpty { return foldsEmpty ? [] : [all] }
      if rows.joined != nil { return [all] }
      let shown = content.rows.indices.prefix(rowLimit).map { RelatedItem(table: table, row: $0) }
      return content.rows.count > rowLimit ? shown + [all] : shown
    }
  }
}

/// A joining table as a list that people type, such as the shelves of a book.
extension RelatedRows {
  private static let separator: Character = ";"

  /// The titles in the list; nil if one text cannot hold them all.
  private var parts: [String]? {
    guard let joined, joined.titleFields.count == 1, joined.fields[joined.titleFields[0]].kind.holdsTexts,
      let content, content.count.isExact
    else { return nil }
    let titles = content.rows.compactMap { $0.titles.values.first }
    return titles.allSatisfy { Self.parts(of: $0) == [$0] && !$0.contains(where: \.isNewline) } ? titles : nil
  }

  private static func parts(of text: String) -> [String] {
    let parts = text.split(separator: separator).map { part in
      String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    return parts.filter { !$0.isEmpty }
  }

  func editParts() -> Outcome {
    guard content != nil else { return .effect(.say(RelatedWording.notRead)) }
    guard let joined, let parts else { return .effect(.say(RelatedWording.noList(self))) }
    let field = Field(column: joined.table, label: RelatedWording.label(self), kind: .text)
    var editor = FieldEditor(field: field, value: .text(Text(parts.joined(separator: "; "))))
    editor.parts = joined
    return Outcome(
      change: .push(FieldScreen(editor: editor)),
      effects: [.checkIsChangeable(source.table, field: nil)])
  }

  func change(to value: Value, of id: RecordID) -> Effect {
    let (old, new) = (parts ?? [], Self.parts(of: Field(column: "", label: "", kind: .text).text(of: value)))
    // As in the search for a part by its title, case does not matter.
    let added = new.filter { part in !old.contains { $0.isSameName(as: part) } }
    let removed = old.filter { part in !new.contains { $0.isSameName(as: part) } }
    return .related(.change(id, self, adding: added, removing: removed))
  }
}

/// A detail screen's request about the rows that point to its record.
public enum RelatedEffect: Hashable, Sendable {
  /// The answer is `Update.related`.
  case read(RecordID, RelatedRows)
  /// The answer is `Update.begun`.
  case add(ListSource)
  /// Change the list of a joining table; the editor waits for the result.
  case change(RecordID, RelatedRows, adding: [String], removing: [String])
}
