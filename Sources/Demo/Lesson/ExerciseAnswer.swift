/// The right answer, and why it is right.
struct ExerciseAnswer {
  /// The answer as it can be typed.
  let text: String
  /// What was measured, as a sentence.
  let explanation: String

  /// Whether two answers are the same: case, blanks and commas do not matter, and `none` is 0.
  static func isSame(_ answer: String, _ other: String) -> Bool { words(answer) == words(other) }

  /// The number of words or numbers in an answer.
  static func wordCount(_ answer: String) -> Int { words(answer).count }

  private static func words(_ answer: String) -> [String] {
    // A comma inside a number separates thousands; one after it separates answers.
    let letters = answer.lowercased().filter { $0 != "," && $0 != "." }
    return letters.split(whereSeparator: \.isWhitespace).map { $0 == "none" ? "0" : String($0) }
  }
}
