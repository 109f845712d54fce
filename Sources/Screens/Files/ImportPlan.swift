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
  /// Whether there is anything to import.
  public let canImport: Bool
  /// The selected line: 0 is the import itself, and the columns follow.
  public var selected: Int

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
  public init(
    file: Text, schema: Schema, report: [Message], columns: [Column] = [], chosen: [String: String] = [:],
    canImport: Bool, selected: Int = 0
  ) {
    (self.file, self.schema, self.report, self.columns) = (file, schema, report, columns)
    (self.chosen, self.canImport, self.selected) = (chosen, canImport, selected)
  }

  /// The effect that makes the plan anew with a field for the selected column; an empty one leaves it out.
  func choosing(_ field: String) -> Effect {
    var chosen = chosen
    if columns.indices.contains(selected - 1) {
      // A field takes its values from one column only.
      let rivals = chosen.filter { !field.isEmpty && $0.value == field }.keys
      for name in rivals { chosen[name] = "" }
      chosen[columns[selected - 1].name] = field
    }
    return .importFile(file, isTrial: true, columns: chosen, selected: selected)
  }
}
