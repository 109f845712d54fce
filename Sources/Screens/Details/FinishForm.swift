import Records

/// The form about a book that was finished: the day, the stars and the review.
public enum FinishForm {
  /// The fields, as those of a record that is typed.
  ///
  /// - Parameter book: The books' table.
  public static func schema(of book: Schema) -> Schema {
    var schema = Schema(
      table: book.table,
      key: book.key,
      fields: [
        Field(column: "finished", label: "Finished", kind: .partialDate, isRequired: true),
        Field(column: "rating", label: "Rating", kind: .rating),
        Field(column: "review", label: "Review", kind: .longText),
      ], titleIndex: 0, singular: "reading", plural: "readings")
    schema.id = book.id
    return schema
  }

  /// The fields, by their indices.
  public static let (day, rating, review) = (0, 1, 2)
  /// How many fields there are.
  public static let count = 3
}
