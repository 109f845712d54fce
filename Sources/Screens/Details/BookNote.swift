import Records

/// What a form notes about a book or several, in place of a record of its own.
enum BookNote: Hashable, Sendable {
  /// That they were finished; the minutes and the note of the last session may have been typed before.
  case finished(RowSet, besides: [Value])
  /// How far it was read.
  case progress(RecordID)
  /// That several were lent.
  case lent(RowSet)

  /// The effect that notes what was typed.
  func effect(_ values: [Value]) -> Effect {
    switch self {
    case .finished(let books, let besides): .reading(.finish(books, values + besides))
    case .progress(let book): .reading(.noteProgress(book, values))
    case .lent(let books): .reading(.noteLoans(books, values))
    }
  }

  /// The titles of the form, longest first: they name the book, or say how many there are, if there is room.
  func titles(about name: String, _ schema: Schema) -> [String] {
    let short =
      switch self {
      case .finished: Wording.finished
      case .progress: Wording.progress
      case .lent: Wording.draftTitle(schema)
      }
    return [60, 24, 12].map { "\(short): \(Wording.shortened(name, to: $0))" } + [short]
  }
}

extension Schema {
  /// The fields of a form about a row, as those of a record that is typed; the first one is the title.
  init(formAbout row: Schema, fields: [Field], singular: String, plural: String) {
    self.init(
      table: row.table, key: row.key, fields: fields, titleIndex: 0, singular: singular, plural: plural)
    id = row.id
  }
}
