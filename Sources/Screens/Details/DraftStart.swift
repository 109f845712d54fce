import Records

/// The initial values of a new record.
public struct DraftStart: Hashable, Sendable {
  /// A value for each field of the schema.
  var values: [Value]
  /// The titles of the rows that fields point to, if known.
  var titles: [Int: String] = [:]
  /// What the form notes about a book, if it is no record of its own.
  var note: BookNote?
  /// The field that is selected first, or nil for the title.
  var selected: Int?
  /// Whether the draft closes when it is saved, instead of showing the new record.
  var closes = false
  /// Whether a record that is added after it starts the same way.
  let isRepeated: Bool

  /// Starts with the values of another record.
  public init(like values: [Value]) { (self.values, isRepeated) = (values, false) }

  /// Starts the form about a book that was finished.
  ///
  /// - Parameters:
  ///   - values: A value for each field of `FinishForm.schema`.
  ///   - besides: The minutes and the note of the last session, if they were typed.
  public init(finishing book: RecordID, _ values: [Value], besides: [Value] = []) {
    (self.values, selected, isRepeated) = (values, FinishForm.rating, false)
    note = .finished(book, besides: besides)
    closes = true
  }

  /// Starts the form about how far a book was read.
  ///
  /// - Parameter values: A value for each field of `ProgressForm.schema`.
  public init(progressOf book: RecordID, _ values: [Value]) {
    (self.values, note, selected, isRepeated) = (values, .progress(book), ProgressForm.place, false)
    closes = true
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
