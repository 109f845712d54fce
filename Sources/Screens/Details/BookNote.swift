import Records

/// What a form notes about a book, in place of a record of its own.
enum BookNote: Hashable, Sendable {
  /// That it was finished.
  case finished(RecordID)
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
    case .finished(let book): .reading(.finish(book, values))
    case .progress(let book): .reading(.noteProgress(book, values))
    }
  }
}
