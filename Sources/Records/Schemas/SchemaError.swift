/// An error in schema settings made by hand; wording is left to the caller.
public enum SchemaError: Error, Hashable, Sendable {
  case noSuchColumn(String)
  case noSuchKind(String)
}
