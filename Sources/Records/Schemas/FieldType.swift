/// A type of a new field, recorded only by its column definition: see docs/schemas.md.
public struct FieldType: Hashable, Sendable {
  /// The name shown to people.
  public let name: String
  /// The declared type.
  public let definition: String
  /// The name in one word, or hyphenated, for a command line.
  public let shortName: String
  /// Whether the column holds one of several texts, listed in a CHECK constraint.
  public let hasChoices: Bool

  private init(_ name: String, _ shortName: String, _ definition: String, hasChoices: Bool = false) {
    (self.name, self.shortName, self.definition, self.hasChoices) = (name, shortName, definition, hasChoices)
  }

  /// All types, in menu order.
  public static let all = [
    FieldType("text", "text", "TEXT"), FieldType("text of several lines", "long-text", "LONGTEXT"),
    FieldType("choice", "choice", "TEXT", hasChoices: true), FieldType("whole number", "integer", "INTEGER"),
    FieldType("decimal", "decimal", "DECIMAL"), FieldType("number with a fraction", "real", "REAL"),
    FieldType("yes or no", "boolean", "BOOLEAN"), FieldType("date", "date", "DATE"),
    FieldType("date that may end with its year or month", "partial-date", "PARTIAL DATE TEXT"),
    FieldType("year", "year", "YEAR INTEGER"), FieldType("0 to 5 stars", "rating", "RATING REAL"),
    FieldType("list", "list", "LIST TEXT"), FieldType("ISBN", "isbn", "ISBN TEXT"),
    FieldType("web address", "url", "URL TEXT"), FieldType("photo", "photo", "PHOTO BLOB"),
    FieldType("bytes of a file", "blob", "BLOB"),
  ]
}

/// A field to be added to a table.
public struct NewField: Hashable, Sendable {
  /// The column's name.
  public var name: String
  /// The type of the field.
  public var type: FieldType
  /// The texts to choose from, if the type has choices.
  public var choices: [String]

  /// Creates a field.
  public init(name: String, type: FieldType, choices: [String] = []) {
    (self.name, self.type, self.choices) = (name, type, choices)
  }

  /// The choices in a text, separated by commas or semicolons, without repetition and in order.
  public static func choices(in text: String) -> [String] {
    var choices: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let choice = part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
      if !choice.isEmpty, !choices.contains(String(choice)) { choices.append(String(choice)) }
    }
    return choices
  }
}
