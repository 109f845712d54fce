/// The wording of the exercises.
enum LessonWording {
  /// The reply to a right answer.
  static func right(_ answer: String) -> String { "Right: \(answer)." }

  /// The reply to an answer with too few or too many parts.
  static func incomplete(_ count: Int) -> String {
    count < 2
      ? "Not yet: one answer is needed." : "Not yet: \(count) numbers are needed, with a blank between them."
  }

  /// The reply to a wrong answer.
  static func wrong(_ answer: String) -> String {
    "Not yet: the measurement differs from \(answer.prefix(60))."
  }
}
