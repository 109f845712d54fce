import Cells

/// Asks how many statements a step will run, and keeps score.
///
/// Only statements that read or write records count. How many queries a list needs depends on how fast somebody types.
struct Quiz {
  /// A guess, and what was true.
  struct Result: Hashable {
    let guess: Int
    let truth: Int
    /// Whether they are the same.
    var isRight: Bool { guess == truth }
  }

  /// The most digits that are taken.
  private static let digits = 6

  /// Whether each step that can be foretold begins with a question.
  let asksFirst: Bool
  /// What is typed as an answer, or nil while nothing is asked.
  private(set) var typed: String?
  /// The guess for this step.
  private(set) var guess: Int?
  /// What became of the guess for this step.
  private(set) var result: Result?
  /// How many guesses there were, and how many of them were right.
  private(set) var score = (right: 0, total: 0)

  init(asksFirst: Bool) { self.asksFirst = asksFirst }

  /// Whether it waits for an answer.
  var isAsking: Bool { typed != nil }

  /// Asks about the step.
  mutating func ask() { (typed, guess, result) = ("", nil, nil) }

  /// Forgets the step that is over; the score stays.
  mutating func begin() { (typed, guess, result) = (nil, nil, nil) }

  /// Takes a key of the answer; without digits Enter skips the question, as Esc does.
  ///
  /// - Returns: Whether the key belongs to an answer; with another one the question is over.
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

  /// Compares the guess with what has run when the step is done.
  mutating func settle(_ truth: Int) {
    guard let guess else { return }
    let result = Result(guess: guess, truth: truth)
    (self.guess, self.result) = (nil, result)
    score = (score.right + (result.isRight ? 1 : 0), score.total + 1)
  }
}
