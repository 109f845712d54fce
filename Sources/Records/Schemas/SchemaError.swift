/// What cannot be said of a schema by hand; it carries no wording.
public enum SchemaError: Error, Hashable, Sendable {
  /// No field has a column of the name.
  case noSuchColumn(String)
  /// No kind has the name.
  case noSuchKind(String)
}
