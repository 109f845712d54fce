import Cells

/// Asks how many statements a step will run, and keeps the score.
///
/// Only statements that read or write records count. The number of list queries depends on how fast a person types.
struct Quiz {
  /// A guess and the true number.
  struct Result: Hashable {
    let guess: Int
    let truth: Int
    /// Whether they are equal.
    var isRight: Bool { guess == truth }
  }

  /// The most digits of a guess.
  private static let digits = 6

  /// Whether each predictable step starts with a question.
  let asksFirst: Bool
  /// The answer typed so far, or nil while no question is asked.
  private(set) var typed: String?
  /// The guess for this step.
  private(set) var guess: Int?
  /// The result of the guess for this step.
  private(set) var result: Result?
  /// The number of guesses, and how many of them were right.
  private(set) var score = (right: 0, total: 0)

  init(asksFirst: Bool) { self.asksFirst = asksFirst }

  /// Whether it is waiting for an answer.
  var isAsking: Bool { typed != nil }

  /// Asks about the step.
  mutating func ask() { (typed, guess, result) = ("", nil, nil) }

  /// Forgets the previous step; the score stays.
  mutating func begin() { (typed, guess, result) = (nil, nil, nil) }

  /// Handles a key of the answer; Enter without digits skips the question, like Esc.
  ///
  /// - Returns: Whether the key belongs to an answer; any other key ends the question.
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

  /// Compares the guess with the true number when the step is done.
  mutating func settle(_ truth: Int) {
    guard let guess else { return }
    let result = Result(guess: guess, truth: truth)
    (self.guess, self.result) = (nil, result)
    score = (score.right + (result.isRight ? 1 : 0), score.total + 1)
  }
}
