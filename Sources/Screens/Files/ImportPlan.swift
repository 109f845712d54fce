import Records

/// What importing a file would do, for the screen that shows it and lets the person change it.
public struct ImportPlan: Hashable, Sendable {
  /// The file.
  public let file: Text
  /// The table that gets the rows.
  public let schema: Schema
  /// The numbers of rows, and whatever a person should know.
  public let report: [Message]
  /// The columns of the file.
  public let columns: [Column]
  /// The fields that the person has chosen, by column; an empty one leaves the column out.
  public let chosen: [String: String]
  /// Whether there is anything to import into the table as it is.
  private let hasChanges: Bool
  /// The ways to import the file; several if the table has no place for much of it.
  public let ways: [ImportWay]
  /// The statements that add fields, if that is one of the ways.
  public let statements: [String]
  /// 0 if the first way is selected, or the number of the selected column, from 1 on.
  public let selected: Int
  /// The words that are being found in it.
  let words: String

  /// A column of the file.
  public struct Column: Hashable, Sendable {
    /// Its name in the file.
    public let name: String
    /// The label of the field that takes its values; nil if none does.
    public let field: String?
    /// Whether the reader of the file's format takes it apart.
    public let isOfFormat: Bool
    /// Its first values.
    public let samples: [String]

    /// Makes a column of its parts.
    public init(name: String, field: String?, isOfFormat: Bool, samples: [String]) {
      (self.name, self.field, self.isOfFormat, self.samples) = (name, field, isOfFormat, samples)
    }
  }

  /// Makes a plan of its parts.
  ///
  /// - Parameter selected: 0 for the first way, or the number of a column, from 1 on.
  public init(
    file: Text, schema: Schema, report: [Message], columns: [Column] = [], chosen: [String: String] = [:],
    canImport: Bool, ways: [ImportWay] = [.fitting], statements: [String] = [], selected: Int = 0,
    words: String = ""
  ) {
    (self.file, self.schema, self.report, self.columns) = (file, schema, report, columns)
    (self.chosen, hasChanges, self.ways) = (chosen, canImport, ways)
    (self.statements, self.selected, self.words) = (statements, selected, words)
  }

  /// Whether a way imports anything.
  package func canImport(_ way: ImportWay) -> Bool { way != .fitting || hasChanges }

  /// The effect that makes the plan anew with a field for a column; an empty one leaves it out.
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
