import Records

/// An import as requested by the person.
public struct ImportRequest: Hashable, Sendable {
  /// The file.
  public let file: Text
  /// Whether only the plan is wanted.
  public let isTrial: Bool
  /// The fields chosen by the person, by column; an empty name leaves the column out.
  public var columns: [String: String] = [:]
  /// The number of the selected column of the plan, from 1; 0 if none is selected.
  public var selected = 0
  /// The words typed to search the plan.
  public var words = ""
  /// What happens to values without a matching field.
  public var way = ImportWay.fitting

  /// Makes a request.
  public init(
    _ file: Text, isTrial: Bool, columns: [String: String] = [:], selected: Int = 0, words: String = "",
    way: ImportWay = .fitting
  ) {
    (self.file, self.isTrial, self.columns) = (file, isTrial, columns)
    (self.selected, self.words, self.way) = (selected, words, way)
  }
}
