import Records

/// A preview of an import that the person can change.
public struct ImportPlan: Hashable, Sendable {
  package let file: Text
  package let schema: Schema
  package let report: [Message]
  package let columns: [Column]
  /// The chosen fields by column; an empty name leaves the column out.
  package let chosen: [String: String]
  private let hasChanges: Bool
  package let ways: [ImportWay]
  package let statements: [String]
  /// The number of the selected column, from 1; 0 for the first way.
  package let selected: Int
  let words: String

  /// A column of the file.
  public struct Column: Hashable, Sendable {
    package let name: String
    /// The label of the field for the values; nil if none.
    package let field: String?
    /// Whether the reader of the format splits the column itself.
    package let isOfFormat: Bool
    package let samples: [String]

    package init(name: String, field: String?, isOfFormat: Bool, samples: [String]) {
      (self.name, self.field, self.isOfFormat, self.samples) = (name, field, isOfFormat, samples)
    }
  }

  package init(
    file: Text, schema: Schema, report: [Message], columns: [Column] = [], chosen: [String: String] = [:],
    canImport: Bool, ways: [ImportWay] = [.fitting], statements: [String] = [], selected: Int = 0,
    words: String = ""
  ) {
    (self.file, self.schema, self.report, self.columns) = (file, schema, report, columns)
    (self.chosen, hasChanges, self.ways) = (chosen, canImport, ways)
    (self.statements, self.selected, self.words) = (statements, selected, words)
  }

  package func canImport(_ way: ImportWay) -> Bool { way != .fitting || hasChanges }

  /// Chooses a field for a column; an empty field leaves the column out.
  package func choosing(_ field: String, for place: Int, words: String) -> Effect {
    var chosen = chosen
    let rivals = chosen.filter { !field.isEmpty && $0.value == field }.keys
    for name in rivals { chosen[name] = "" }
    chosen[columns[place].name] = field
    return .importFile(ImportRequest(file, isTrial: true, columns: chosen, selected: place + 1, words: words))
  }
}
