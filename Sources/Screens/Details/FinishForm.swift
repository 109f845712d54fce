import Records

/// The form about a book that was finished: the day, the stars and the review.
public enum FinishForm {
  /// The fields, as those of a record that is typed.
  ///
  /// - Parameter book: The books' table.
  public static func schema(of book: Schema) -> Schema {
    Schema(
      formAbout: book,
      fields: [
        Field(column: "finished", label: "Finished", kind: .partialDate, isRequired: true),
        Field(column: "rating", label: "Rating", kind: .rating),
        Field(column: "review", label: "Review", kind: .longText),
      ], singular: "reading", plural: "readings")
  }

  /// The fields, by their indices.
  public static let (day, rating, review) = (0, 1, 2)
  /// How many fields there are.
  public static let count = 3
}
