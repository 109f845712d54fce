import Cells

/// Asks how many statements a step will run.
///
/// Only those that read or write records count: the number of list queries depends on how fast a user types.
struct Quiz {
  struct Result: Hashable {
    let guess, truth: Int
    var isRight: Bool { guess == truth }
  }

  private static let digits = 6

  let asksFirst: Bool
  private(set) var typed: String?
  private(set) var guess: Int?
  private(set) var result: Result?
  private(set) var score = (right: 0, total: 0)

  init(asksFirst: Bool) { self.asksFirst = asksFirst }

  var isAsking: Bool { typed != nil }

  mutating func ask() { (typed, guess, result) = ("", nil, nil) }

  mutating func begin() { (typed, guess, result) = (nil, nil, nil) }

  /// Enter without digits skips the question, like Esc; a key that cannot be part of an answer ends it.
  mutating func take(_ key: Key) -> Bool {
    guard let text = typed else { return false }
    switch key {
    case .character(let character) where character.isASCII && character.isNumber:
      if text.count < Self.digits { typed?.append(character) }
    case .backspace: typed = String(text.dropLast())
    case .enter: (typed, guess) = (nil, Int(text))
    case .escape: typed = nil
    default:
      typed = nil
      return false
    }
    return true
  }

  mutating func settle(_ truth: Int) {
    guard let guess else { return }
    let result = Result(guess: guess, truth: truth)
    (self.guess, self.result) = (nil, result)
    score = (score.right + (result.isRight ? 1 : 0), score.total + 1)
  }
}
