import Records

/// The initial values of a new record.
public struct DraftStart: Hashable, Sendable {
  var values: [Value]
  var titles: [Int: String] = [:]
  /// The purpose of a form about books; nil for a record.
  var note: BookNote?
  /// The title of the book that the form is about, or the number of books.
  var subject = ""
  var selected: Int?
  /// Whether the draft closes when it is saved, instead of showing the new record.
  var closes = false
  /// Whether the next record starts the same way.
  let isRepeated: Bool

  /// Whether the record points to a row that provides some of its values.
  var isRelated: Bool { isRepeated || closes }

  /// Starts with the values of another record.
  public init(like values: [Value]) { (self.values, isRepeated) = (values, false) }

  /// Starts the form about finished books; `subject` is the title or the number of books.
  ///
  /// - Parameter besides: The minutes and the note of the last session, if typed.
  public init(finishing books: RowSet, called subject: String, _ values: [Value], besides: [Value] = []) {
    (self.values, selected, isRepeated) = (values, FinishForm.rating, false)
    (note, self.subject, closes) = (.finished(books, besides: besides), subject, true)
  }

  /// Starts the form about reading progress; `subject` is the title of the book.
  public init(progressOf book: RecordID, called subject: String, _ values: [Value]) {
    (self.values, selected, isRepeated) = (values, ProgressForm.place, false)
    (note, self.subject, closes) = (.progress(book), subject, true)
  }

  /// Starts the form for lending several books; `subject` is the number of books.
  ///
  /// - Parameter given: Values of the table of loans, by column name.
  public init(lending books: RowSet, called subject: String, of schema: Schema, given: [String: Value]) {
    self.init(in: nil, of: schema, given: given)
    (note, self.subject) = (.lent(books), subject)
  }

  /// Starts with the values that all rows of a list share.
  ///
  /// - Parameter given: Other values, by column name.
  public init(in scope: ListSource.Scope?, of schema: Schema, given: [String: Value] = [:]) {
    var values = schema.values(in: scope)
    for (column, value) in given { if let field = schema.field(named: column) { values[field] = value } }
    (self.values, isRepeated, closes) = (values, scope != nil && given.isEmpty, !given.isEmpty)
    if let scope, scope.fields.count == 1 { titles[scope.fields[0]] = scope.title }
  }
}
