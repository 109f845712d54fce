/// How a form continues once the edited field is saved.
public enum FormStep: Hashable, Sendable {
  /// The next editable field or, if negative, the previous one, wrapping around.
  case field(Int)
  /// The end of the form: a new record is inserted; for an existing one, editing ends.
  case end
  case another
  /// A new record, after the previous one was saved.
  case begin
  /// The record this many rows further in the list, with the same field in its editor.
  case neighbor(Int)
  case edit
  case startEditing
  case type(String, isPaste: Bool)
  /// The editor's text is saved, and the form stays on its field.
  case save
}
