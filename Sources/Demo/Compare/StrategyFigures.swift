/// The cost of a strategy so far, exchanged between processes as lines of text.
struct StrategyFigures: Hashable, Sendable {
  var statements = 0
  var rows = 0
  var bytes = 0
  /// Titles of a list count if all of them are read.
  var held = 0
  var looks = 0
  /// The microseconds until the first screenful of titles was read.
  var firstScreen = 0
  var microseconds = 0
  /// The peak of the process.
  var residentBytes = 0
  var isDone = false

  private static var fields: [(name: String, path: WritableKeyPath<StrategyFigures, Int>)] {
    [
      ("statements", \.statements), ("rows", \.rows), ("bytes", \.bytes), ("held", \.held),
      ("looks", \.looks), ("firstScreenMicroseconds", \.firstScreen), ("microseconds", \.microseconds),
      ("residentBytes", \.residentBytes),
    ]
  }

  init() {}

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
