import Records

/// The form about how far a book was read: the place, the day, the minutes and a note.
public enum ProgressForm {
  /// The fields, as those of a record that is typed.
  ///
  /// - Parameter book: The books' table.
  public static func schema(of book: Schema) -> Schema {
    Schema(
      formAbout: book,
      fields: [
        Field(column: "place", label: "Where (120, +30, 45%, done, stopped)", kind: .text, isRequired: true),
        Field(column: "at", label: "On", kind: .partialDate, isRequired: true),
        Field(column: "minutes", label: "Minutes", kind: .integer),
        Field(column: "note", label: "Note", kind: .longText),
      ], singular: "progress", plural: "progress")
  }

  /// The fields, by their indices.
  public static let (place, day, minutes, note) = (0, 1, 2, 3)
}
