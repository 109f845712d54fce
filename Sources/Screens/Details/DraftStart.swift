import Records

/// The initial values of a new record.
public struct DraftStart: Hashable, Sendable {
  /// A value for each field of the schema.
  var values: [Value]
  /// The titles of the rows that fields point to, if known.
  var titles: [Int: String] = [:]
  /// What the form notes about books, if it is no record of its own.
  var note: BookNote?
  /// The title of the book that it is about, or how many they are.
  var subject = ""
  /// The field that is selected first, or nil for the title.
  var selected: Int?
  /// Whether the draft closes when it is saved, instead of showing the new record.
  var closes = false
  /// Whether a record that is added after it starts the same way.
  let isRepeated: Bool

  /// Whether the record is one of those that point to a row, and some of its values come from there.
  var isRelated: Bool { isRepeated || closes }

  /// Starts with the values of another record.
  public init(like values: [Value]) { (self.values, isRepeated) = (values, false) }

  /// Starts the form about books that were finished.
  ///
  /// - Parameters:
  ///   - subject: The title of the book, or how many they are.
  ///   - values: A value for each field of `FinishForm.schema`.
  ///   - besides: The minutes and the note of the last session, if they were typed.
  public init(finishing books: RowSet, called subject: String, _ values: [Value], besides: [Value] = []) {
    (self.values, selected, isRepeated) = (values, FinishForm.rating, false)
    (note, self.subject, closes) = (.finished(books, besides: besides), subject, true)
  }

  /// Starts the form about how far a book was read.
  ///
  /// - Parameters:
  ///   - subject: The title of the book.
  ///   - values: A value for each field of `ProgressForm.schema`.
  public init(progressOf book: RecordID, called subject: String, _ values: [Value]) {
    (self.values, selected, isRepeated) = (values, ProgressForm.place, false)
    (note, self.subject, closes) = (.progress(book), subject, true)
  }

  /// Starts the form about several books that are lent.
  ///
  /// - Parameters:
  ///   - subject: How many they are.
  ///   - given: Values of the table of loans, by the names of its columns.
  public init(lending books: RowSet, called subject: String, of schema: Schema, given: [String: Value]) {
    self.init(in: nil, of: schema, given: given)
    (note, self.subject) = (.lent(books), subject)
  }

  /// Starts with the values that all rows of a list share.
  ///
  /// - Parameter given: Other values, by the names of their columns.
  public init(in scope: ListSource.Scope?, of schema: Schema, given: [String: Value] = [:]) {
    var values = schema.values(in: scope)
    for (column, value) in given { if let field = schema.field(named: column) { values[field] = value } }
    (self.values, isRepeated, closes) = (values, scope != nil && given.isEmpty, !given.isEmpty)
    if let scope, scope.fields.count == 1 { titles[scope.fields[0]] = scope.title }
  }
}
