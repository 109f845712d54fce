import Records

enum BookNote: Hashable, Sendable {
  /// If typed, `besides` has the minutes and the note of the last session.
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

  /// Titles with the name of the book or the number of books, longest first.
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
  init(formAbout row: Schema, fields: [Field], singular: String, plural: String) {
    self.init(
      table: row.table, key: row.key, fields: fields, titleIndex: 0, singular: singular, plural: plural)
    id = row.id
  }
}

/// The form for finishing a book: the day, the stars and the review.
public enum FinishForm {
  package static func schema(of book: Schema) -> Schema {
    Schema(
      formAbout: book,
      fields: [
        Field(column: "finished", label: "Finished", kind: .partialDate, isRequired: true),
        Field(column: "rating", label: "Rating", kind: .rating),
        Field(column: "review", label: "Review", kind: .longText),
      ], singular: "reading", plural: "readings")
  }

  package static let (day, rating, review) = (0, 1, 2)
  package static let count = 3
}

/// The form for reading progress: the place, the day, the minutes and a note.
public enum ProgressForm {
  package static func schema(of book: Schema) -> Schema {
    Schema(
      formAbout: book,
      fields: [
        Field(column: "place", label: "Where (120, +30, 45%, done, stopped)", kind: .text, isRequired: true),
        Field(column: "at", label: "On", kind: .partialDate, isRequired: true),
        Field(column: "minutes", label: "Minutes", kind: .integer),
        Field(column: "note", label: "Note", kind: .longText),
      ], singular: "progress", plural: "progress")
  }

  package static let (place, day, minutes, note) = (0, 1, 2, 3)
}
