import Records

/// The rows of a joining table as a list that people type, such as the shelves of a book.
extension RelatedRows {
  private static let separator: Character = ";"

  /// The titles of the list's parts; nil if typing them as one text would lose some.
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

  /// Changes the list to the typed one; existing parts stay as they are.
  func change(to value: Value, of id: RecordID) -> Effect {
    let (old, new) = (parts ?? [], Self.parts(of: Field(column: "", label: "", kind: .text).text(of: value)))
    // Part names are case-insensitive, as in the search for a part by its title.
    let added = new.filter { part in !old.contains { $0.isSameName(as: part) } }
    let removed = old.filter { part in !new.contains { $0.isSameName(as: part) } }
    return .related(.change(id, self, adding: added, removing: removed))
  }
}
