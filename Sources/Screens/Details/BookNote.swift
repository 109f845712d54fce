import Records

/// The purpose of a form about books that is not a record itself.
enum BookNote: Hashable, Sendable {
  /// The books were finished; `besides` are the minutes and the note of the last session, if typed.
  case finished(RowSet, besides: [Value])
  case progress(RecordID)
  case lent(RowSet)

  func effect(_ values: [Value]) -> Effect {
    switch self {
    case .finished(let books, let besides): .reading(.finish(books, values + besides))
    case .progress(let book): .reading(.noteProgress(book, values))
    case .lent(let books): .reading(.noteLoans(books, values))
    }
  }

  /// The form's titles, longest first; they name the book or the number of books.
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
  /// A schema for a form whose fields are edited like those of a record; the first field is the title.
  init(formAbout row: Schema, fields: [Field], singular: String, plural: String) {
    self.init(
      table: row.table, key: row.key, fields: fields, titleIndex: 0, singular: singular, plural: plural)
    id = row.id
  }
}
