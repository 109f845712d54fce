/// A field to be added to a table.
public struct NewField: Hashable, Sendable {
  /// The column's name.
  public var name: String
  /// The type of the field.
  public var type: FieldType
  /// The texts to choose from, if the type has choices.
  public var choices: [String]

  /// Creates a field.
  public init(name: String, type: FieldType, choices: [String] = []) {
    (self.name, self.type, self.choices) = (name, type, choices)
  }

  /// The choices in a text, separated by commas or semicolons, without repetition and in order.
  public static func choices(in text: String) -> [String] {
    var choices: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let choice = part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
      if !choice.isEmpty, !choices.contains(String(choice)) { choices.append(String(choice)) }
    }
    return choices
  }
}
