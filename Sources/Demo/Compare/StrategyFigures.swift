/// The cost of a strategy so far, exchanged between processes as lines of text.
public struct StrategyFigures: Hashable, Sendable {
  /// The number of statements that were run.
  public var statements = 0
  /// The number of returned rows.
  public var rows = 0
  /// The bytes of the values in these rows.
  public var bytes = 0
  /// The number of held records; titles of a list count if all of them are read.
  public var held = 0
  /// The number of accesses so far.
  public var looks = 0
  /// The microseconds until the first screenful of titles was read.
  public var firstScreen = 0
  /// The microseconds until now, or until the end.
  public var microseconds = 0
  /// The peak resident memory of the process in bytes.
  public var residentBytes = 0
  /// Whether the task is done.
  public var isDone = false

  /// Creates figures of zero.
  public init() {}

  private static var fields: [(name: String, path: WritableKeyPath<StrategyFigures, Int>)] {
    [
      ("statements", \.statements), ("rows", \.rows), ("bytes", \.bytes), ("held", \.held),
      ("looks", \.looks), ("firstScreenMicroseconds", \.firstScreen), ("microseconds", \.microseconds),
      ("residentBytes", \.residentBytes),
    ]
  }

  init?(line: some StringProtocol) {
    var numbers = line.split(separator: " ").map { Int($0) }
    guard numbers.count == Self.fields.count + 1, let last = numbers.popLast(), let last else { return nil }
    for (field, number) in zip(Self.fields, numbers) {
      guard let number else { return nil }
      self[keyPath: field.path] = number
    }
    isDone = last == 1
  }

  var line: String {
    (Self.fields.map { "\(self[keyPath: $0.path])" } + [isDone ? "1" : "0"]).joined(separator: " ")
  }

  var json: [String: ReportValue?] {
    Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.name, .number(self[keyPath: $0.path])) })
  }
}
