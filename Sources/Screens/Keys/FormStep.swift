/// What a form goes on with once the field that is typed is saved.
public enum FormStep: Hashable, Sendable {
  /// The next field that can be edited, or the one before for a negative number; round the end to the start.
  case field(Int)
  /// The end of the form: a new record is inserted, and of another one editing is over.
  case end
  /// The end of the form, and then a new record.
  case another
  /// A new record, now that the one before is saved.
  case begin
  /// The record this many rows further in the list, with the same field in its editor.
  case neighbor(Int)
  /// The editor of the chosen field.
  case edit
  /// The fields themselves, which can be changed from now on.
  case startEditing
  /// This text, typed into the editor that is open now.
  case type(String, isPaste: Bool)
  /// The text in the editor is saved, and the form stays on its field.
  case save
}
