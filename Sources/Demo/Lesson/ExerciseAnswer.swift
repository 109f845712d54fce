struct ExerciseAnswer {
  let text, explanation: String

  /// Ignores case, blanks and commas; `none` is 0.
  static func isSame(_ answer: String, _ other: String) -> Bool { words(answer) == words(other) }

  static func wordCount(_ answer: String) -> Int { words(answer).count }

  private static func words(_ answer: String) -> [String] {
    // A comma inside a number separates thousands; one after it separates answers.
    let letters = answer.lowercased().filter { $0 != "," && $0 != "." }
    return letters.split(whereSeparator: \.isWhitespace).map { $0 == "none" ? "0" : String($0) }
  }
}
