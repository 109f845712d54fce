import Records

/// The preview of an import, which the person can change.
public struct ImportPlan: Hashable, Sendable {
  /// The file.
  public let file: Text
  /// The table that gets the rows.
  public let schema: Schema
  /// The numbers of rows, and other messages for the person.
  public let report: [Message]
  /// The columns of the file.
  public let columns: [Column]
  /// The fields chosen by the person, by column; an empty one leaves the column out.
  public let chosen: [String: String]
  private let hasChanges: Bool
  /// The ways to import the file; several if many values have no matching field.
  public let ways: [ImportWay]
  /// The statements that add fields, if that is one of the ways.
  public let statements: [String]
  /// 0 if the first way is selected, or the number of the selected column, from 1.
  public let selected: Int
  let words: String

  /// A column of the file.
  public struct Column: Hashable, Sendable {
    /// The column's name in the file.
    public let name: String
    /// The label of the field for the column's values; nil if none.
    public let field: String?
    /// Whether the reader of the file's format splits the column itself.
    public let isOfFormat: Bool
    /// The column's first values.
    public let samples: [String]

    /// Makes a column.
    public init(name: String, field: String?, isOfFormat: Bool, samples: [String]) {
      (self.name, self.field, self.isOfFormat, self.samples) = (name, field, isOfFormat, samples)
    }
  }

  /// Makes a plan.
  ///
  /// - Parameter selected: 0 for the first way, or the number of a column, from 1.
  public init(
    file: Text, schema: Schema, report: [Message], columns: [Column] = [], chosen: [String: String] = [:],
    canImport: Bool, ways: [ImportWay] = [.fitting], statements: [String] = [], selected: Int = 0,
    words: String = ""
  ) {
    (self.file, self.schema, self.report, self.columns) = (file, schema, report, columns)
    (self.chosen, hasChanges, self.ways) = (chosen, canImport, ways)
    (self.statements, self.selected, self.words) = (statements, selected, words)
  }

  package func canImport(_ way: ImportWay) -> Bool { way != .fitting || hasChanges }

  /// An empty field leaves the column out.
  package func choosing(_ field: String, for place: Int, words: String) -> Effect {
    var chosen = chosen
    // A field takes its values from one column only.
    let rivals = chosen.filter { !field.isEmpty && $0.value == field }.keys
    for name in rivals { chosen[name] = "" }
    chosen[columns[place].name] = field
    return .importFile(
      ImportRequest(file, isTrial: true, columns: chosen, selected: place + 1, words: words))
  }
}
