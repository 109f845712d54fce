import Records

/// What a form notes about a book, in place of a record of its own.
enum BookNote: Hashable, Sendable {
  /// That it was finished; the minutes and the note of the last session may have been typed before.
  case finished(RecordID, besides: [Value])
  /// How far it was read.
  case progress(RecordID)

  /// The title of the form.
  var title: String {
    switch self {
    case .finished: Wording.finished
    case .progress: Wording.progress
    }
  }

  /// The effect that notes what was typed.
  func effect(_ values: [Value]) -> Effect {
    switch self {
    case .finished(let book, let besides): .reading(.finish(book, values + besides))
    case .progress(let book): .reading(.noteProgress(book, values))
    }
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
