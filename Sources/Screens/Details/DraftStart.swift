import Records

/// The initial values of a new record.
public struct DraftStart: Hashable, Sendable {
  var values: [Value]
  var titles: [Int: String] = [:]
  var note: BookNote?
  var subject = ""
  var selected: Int?
  var closes = false
  let isRepeated: Bool

  var isRelated: Bool { isRepeated || closes }

  package init(like values: [Value]) { (self.values, isRepeated) = (values, false) }

  /// Starts a form about finished books; `besides` has the minutes and the note of the last session.
  package init(finishing books: RowSet, called subject: String, _ values: [Value], besides: [Value] = []) {
    (self.values, selected, isRepeated) = (values, FinishForm.rating, false)
    (note, self.subject, closes) = (.finished(books, besides: besides), subject, true)
  }

  /// Starts a form about the progress in a book of this title.
  package init(progressOf book: RecordID, called subject: String, _ values: [Value]) {
    (self.values, selected, isRepeated) = (values, ProgressForm.place, false)
    (note, self.subject, closes) = (.progress(book), subject, true)
  }

  /// Starts a form for lending several books, with given values of the loans by column name.
  package init(lending books: RowSet, called subject: String, of schema: Schema, given: [String: Value]) {
    self.init(in: nil, of: schema, given: given)
    (note, self.subject) = (.lent(books), subject)
  }

  /// Starts with the values that all rows of a list share, and others by column name.
  package init(in scope: ListSource.Scope?, of schema: Schema, given: [String: Value] = [:]) {
    var values = schema.values(in: scope)
    for (column, value) in given { if let field = schema.field(named: column) { values[field] = value } }
    (self.values, isRepeated, closes) = (values, scope != nil && given.isEmpty, !given.isEmpty)
    if let scope, scope.fields.count == 1 { titles[scope.fields[0]] = scope.title }
  }
}

/// Unsaved input: the text in an editor, and the values of a new record.
public struct UnsavedInput: Hashable, Sendable {
  package let table: String
  package var text: String?
  package var draft: [String: Value]

  package init(table: String, text: String?, draft: [String: Value]) {
    (self.table, self.text, self.draft) = (table, text, draft)
  }
}
