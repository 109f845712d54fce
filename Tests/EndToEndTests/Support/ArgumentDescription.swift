/// What the argument parser tells of an argument.
struct ArgumentDescription: Decodable {
  /// How it is typed, dashes and all: `-h`, `--help`; none where its place says what it is.
  let names: [String]
  /// What its value is called, or nil for a flag, which has none.
  let valueName: String?
  let abstract: String
  let defaultValue: String?
  /// What its value can be, where only a few words can.
  let allValues: [String]
  let takesFile: Bool
  let isOptional: Bool
  let isRepeating: Bool
  /// Whether the help has it.
  let shouldDisplay: Bool

  private enum CodingKeys: CodingKey {
    case kind, names, valueName, abstract, defaultValue, allValues, completionKind, isOptional, isRepeating
    case shouldDisplay
  }

  private struct Name: Decodable {
    let kind: String
    let name: String
    var typed: String { (kind == "long" ? "--" : "-") + name }
  }

  private struct Details: Decodable {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    names = try (values.decodeIfPresent([Name].self, forKey: .names) ?? []).map(\.typed)
    let isFlag = try values.decode(String.self, forKey: .kind) == "flag"
    valueName = isFlag ? nil : try values.decode(String.self, forKey: .valueName)
    abstract = try values.decodeIfPresent(String.self, forKey: .abstract) ?? ""
    defaultValue = try values.decodeIfPresent(String.self, forKey: .defaultValue)
    allValues = try values.decodeIfPresent([String].self, forKey: .allValues) ?? []
    let completion = try values.decodeIfPresent([String: Details].self, forKey: .completionKind)
    takesFile = completion?["file"] != nil
    isOptional = try values.decode(Bool.self, forKey: .isOptional)
    isRepeating = try values.decode(Bool.self, forKey: .isRepeating)
    shouldDisplay = try values.decode(Bool.self, forKey: .shouldDisplay)
  }

  /// The first words of its description, for a list in which each argument has a line.
  var summary: String { Self.summary(of: abstract) }

  /// A description up to its first colon, semicolon or full stop.
  static func summary(of text: String) -> String { String(text.prefix { !":;.".contains($0) }) }
}
