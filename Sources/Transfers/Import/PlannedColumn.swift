/// What an import makes of one column of a file.
public struct PlannedColumn: Hashable, Sendable {
  /// The column's name in the file.
  public let name: String
  /// The field that takes its values; nil if none does.
  public let field: Int?
  /// Whether the reader of the file's format takes it apart, so that no field has to be chosen.
  public let isOfFormat: Bool
  /// The first values, at most three.
  public let samples: [String]
}
