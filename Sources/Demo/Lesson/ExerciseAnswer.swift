/// What is right, and why.
struct ExerciseAnswer {
  /// The answer as one could type it.
  let text: String
  /// What was measured, in a sentence.
  let explanation: String

  /// Whether two answers say the same: capitals, blanks and commas do not matter, and `none` is 0.
  static func isSame(_ answer: String, _ other: String) -> Bool { words(answer) == words(other) }

  /// How many words or numbers an answer has.
  static func wordCount(_ answer: String) -> Int { words(answer).count }

  private static func words(_ answer: String) -> [String] {
    // A comma within a number parts thousands; one behind it parts answers.
    let letters = answer.lowercased().filter { $0 != "," && $0 != "." }
    return letters.split(whereSeparator: \.isWhitespace).map { $0 == "none" ? "0" : String($0) }
  }
}
