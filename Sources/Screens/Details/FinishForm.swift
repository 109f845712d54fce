import Records

/// The form for finishing a book: the day, the stars and the review.
public enum FinishForm {
  /// The form's fields as a schema, given the books' table.
  public static func schema(of book: Schema) -> Schema {
    Schema(
      formAbout: book,
      fields: [
        Field(column: "finished", label: "Finished", kind: .partialDate, isRequired: true),
        Field(column: "rating", label: "Rating", kind: .rating),
        Field(column: "review", label: "Review", kind: .longText),
      ], singular: "reading", plural: "readings")
  }

  /// The indices of the fields.
  public static let (day, rating, review) = (0, 1, 2)
  /// The number of fields.
  public static let count = 3
}
