/// The sentences of the exercises.
enum LessonWording {
  /// An answer that is right.
  static func right(_ answer: String) -> String { "Right: \(answer)." }

  /// One that is not.
  static func wrong(_ answer: String) -> String {
    "Not yet: the measurement differs from \(answer.prefix(60))."
  }
}
