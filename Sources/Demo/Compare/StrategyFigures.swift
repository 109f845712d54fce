/// What a strategy has cost so far, as a line that its process prints and ours reads.
public struct StrategyFigures: Hashable, Sendable {
  /// The statements that were run.
  public var statements = 0
  /// The rows that they gave.
  public var rows = 0
  /// The bytes of the values in these rows.
  public var bytes = 0
  /// The records that are held; the titles of a list count, too, if all are read.
  public var held = 0
  /// The looks that are done.
  public var looks = 0
  /// The microseconds until the first screenful of titles was there.
  public var firstScreen = 0
  /// The microseconds until now, or until the end.
  public var microseconds = 0
  /// The bytes of the process that are in memory, at the most.
  public var residentBytes = 0
  /// Whether all is done.
  public var isDone = false

  /// Figures of nothing.
  public init() {}

  private static var fields: [(name: String, path: WritableKeyPath<StrategyFigures, Int>)] {
    [
      ("statements", \.statements), ("rows", \.rows), ("bytes", \.bytes), ("held", \.held),
      ("looks", \.looks), ("firstScreenMicroseconds", \.firstScreen), ("microseconds", \.microseconds),
      ("residentBytes", \.residentBytes),
    ]
  }

  /// Reads a line; nil if it is none of these.
  init?(line: some StringProtocol) {
    var numbers = line.split(separator: " ").map { Int($0) }
    guard numbers.count == Self.fields.count + 1, let last = numbers.popLast(), let last else { return nil }
    for (field, number) in zip(Self.fields, numbers) {
      guard let number else { return nil }
      self[keyPath: field.path] = number
    }
    isDone = last == 1
  }

  /// The figures as a line.
  var line: String {
    (Self.fields.map { "\(self[keyPath: $0.path])" } + [isDone ? "1" : "0"]).joined(separator: " ")
  }

  /// The figures as a program reads them.
  var json: [String: JSONValue?] {
    Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.name, .number(self[keyPath: $0.path])) })
  }
}
