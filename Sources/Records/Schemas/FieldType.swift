/// A kind that a new field can have, with the definition by which its column is of the kind for everybody.
///
/// The definition is all that says so: see docs/schemas.md.
public struct FieldType: Hashable, Sendable {
  /// What people read.
  public let name: String
  /// The declared type.
  public let definition: String
  /// Whether it holds one of some texts, which a CHECK lists.
  public let hasChoices: Bool

  private init(_ name: String, _ definition: String, hasChoices: Bool = false) {
    (self.name, self.definition, self.hasChoices) = (name, definition, hasChoices)
  }

  /// Every one, in the order in which people are asked.
  public static let all = [
    FieldType("text", "TEXT"), FieldType("text of several lines", "LONGTEXT"),
    FieldType("choice", "TEXT", hasChoices: true), FieldType("whole number", "INTEGER"),
    FieldType("decimal", "DECIMAL"), FieldType("number with a fraction", "REAL"),
    FieldType("yes or no", "BOOLEAN"), FieldType("date", "DATE"),
    FieldType("date that may end with its year or month", "PARTIAL DATE TEXT"),
    FieldType("year", "YEAR INTEGER"),
    FieldType("0 to 5 stars", "RATING REAL"), FieldType("list", "LIST TEXT"), FieldType("ISBN", "ISBN TEXT"),
    FieldType("web address", "URL TEXT"), FieldType("photo", "PHOTO BLOB"),
    FieldType("bytes of a file", "BLOB"),
  ]
}
