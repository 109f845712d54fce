import Records

/// An import as a person has asked for it.
public struct ImportRequest: Hashable, Sendable {
  /// The file.
  public let file: Text
  /// Whether only the plan is wanted.
  public let isTrial: Bool
  /// The fields that the person has chosen, by column; an empty one leaves the column out.
  public var columns: [String: String] = [:]
  /// The number of the selected column of the plan, from 1 on; 0 if none is selected.
  public var selected = 0
  /// The words that were being found in the plan.
  public var words = ""
  /// What becomes of values that have no place.
  public var way = ImportWay.fitting

  /// Makes a request of its parts.
  public init(
    _ file: Text, isTrial: Bool, columns: [String: String] = [:], selected: Int = 0, words: String = "",
    way: ImportWay = .fitting
  ) {
    (self.file, self.isTrial, self.columns) = (file, isTrial, columns)
    (self.selected, self.words, self.way) = (selected, words, way)
  }
}
