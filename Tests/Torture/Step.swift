import SeededRandom

/// One thing that a script does.
enum Step: Hashable {
  case set(Int64, field: Int, String)
  /// The key is known only afterwards.
  case insert(Int64?, [String])
  case delete(Int64)
  case undo
  case redo
  case writeBack
  case warn
  case reopen

  /// Chooses a step over the rows that there are; every value is another one.
  static func random(_ ids: [Int64], _ name: String, using generator: inout SeededGenerator) -> Step {
    let id = ids.randomElement(using: &generator)
    switch (Int.random(in: 0..<20, using: &generator), id) {
    case (0, _) where ids.count < 24: return .insert(nil, ["t" + name, "a" + name])
    case (1, let id?) where ids.count > 6: return .delete(id)
    case (2, _): return .undo
    case (3, _): return .redo
    case (4...5, _): return .writeBack
    case (6, _): return .warn
    case (7, _): return .reopen
    case (_, let id?): return .set(id, field: Int.random(in: 0...1, using: &generator), name)
    default: return .insert(nil, ["t" + name, "a" + name])
    }
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .set(let id, let field, let value): "set \(id) \(field) \(value)"
    case .insert(let id, let values): "insert \(id ?? 0) \(values.joined(separator: " "))"
    case .delete(let id): "delete \(id)"
    case .undo: "undo"
    case .redo: "redo"
    case .writeBack: "write"
    case .warn: "warn"
    case .reopen: "reopen"
    }
  }

  init?(words: [Substring]) {
    let numbers = words.map { Int64($0) }
    switch (words.first, words.count) {
    case ("set", 4): self = .set(numbers[1] ?? 0, field: Int(numbers[2] ?? 0), String(words[3]))
    case ("insert", 4):
      self = .insert(numbers[1] == 0 ? nil : numbers[1], [String(words[2]), String(words[3])])
    case ("delete", 2): self = .delete(numbers[1] ?? 0)
    case ("undo", 1): self = .undo
    case ("redo", 1): self = .redo
    case ("write", 1): self = .writeBack
    case ("warn", 1): self = .warn
    case ("reopen", 1): self = .reopen
    default: return nil
    }
  }
}
