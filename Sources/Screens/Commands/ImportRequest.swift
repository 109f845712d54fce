import Records

/// An import that the person requests.
public struct ImportRequest: Hashable, Sendable {
  package let file: Text
  package let isTrial: Bool
  /// The fields chosen by the person, by column; an empty name leaves the column out.
  package var columns: [String: String] = [:]
  /// The selected column of the plan, from 1; 0 if none is selected.
  package var selected = 0
  package var words = ""
  package var way = ImportWay.fitting

  package init(
    _ file: Text, isTrial: Bool, columns: [String: String] = [:], selected: Int = 0, words: String = "",
    way: ImportWay = .fitting
  ) {
    (self.file, self.isTrial, self.columns) = (file, isTrial, columns)
    (self.selected, self.words, self.way) = (selected, words, way)
  }
}

/// Whether to make a library from a file, to add fields for unknown columns, or to leave these out.
public enum ImportWay: Hashable, Sendable, CaseIterable {
  case newLibrary
  case addingFields
  case fitting
}
