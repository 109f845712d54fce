/// What an import does with one column of a file.
public struct PlannedColumn: Hashable, Sendable {
  /// The column's name in the file.
  public let name: String
  /// The field that takes the values; nil if there is none.
  public let field: Int?
  /// Whether the format's reader takes the column apart, so that no field has to be chosen.
  public let isOfFormat: Bool
  /// The first values, at most three.
  public let samples: [String]
}
