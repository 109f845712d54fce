import Records

/// The form about how far a book was read: the place, the day, the minutes and a note.
public enum ProgressForm {
  /// The fields, as those of a record that is typed.
  ///
  /// - Parameter book: The books' table.
  public static func schema(of book: Schema) -> Schema {
    var schema = Schema(
      table: book.table,
      key: book.key,
      fields: [
        Field(column: "place", label: "Where (120, +30, 45%, done, stopped)", kind: .text, isRequired: true),
        Field(column: "at", label: "On", kind: .partialDate, isRequired: true),
        Field(column: "minutes", label: "Minutes", kind: .integer),
        Field(column: "note", label: "Note", kind: .longText),
      ], titleIndex: 0, singular: "progress", plural: "progress")
    schema.id = book.id
    return schema
  }

  /// The fields, by their indices.
  public static let (place, day, minutes, note) = (0, 1, 2, 3)
}
