/// A field that is to be added to a table: its name, and its kind as the database can say it.
public struct NewField: Hashable, Sendable {
  /// The column's name.
  public var name: String
  /// What it holds.
  public var type: FieldType
  /// The texts that can be chosen, where the type has choices.
  public var choices: [String]

  /// Makes a field of its parts.
  public init(name: String, type: FieldType, choices: [String] = []) {
    (self.name, self.type, self.choices) = (name, type, choices)
  }

  /// The choices in a text that has them separated by commas or semicolons; each once, in their order.
  public static func choices(in text: String) -> [String] {
    var choices: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let choice = part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
      if !choice.isEmpty, !choices.contains(String(choice)) { choices.append(String(choice)) }
    }
    return choices
  }
}
