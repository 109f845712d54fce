import Records

/// The form for reading progress: the place, the day, the minutes and a note.
public enum ProgressForm {
  /// The form's fields as a schema, given the books' table.
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

  /// The indices of the fields.
  public static let (place, day, minutes, note) = (0, 1, 2, 3)
}
