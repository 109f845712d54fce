/// The sentences of the exercises.
enum LessonWording {
  /// An answer that is right.
  static func right(_ answer: String) -> String { "Right: \(answer)." }

  /// One that has too little in it, or too much.
  static func incomplete(_ count: Int) -> String {
    count < 2
      ? "Not yet: one answer is needed." : "Not yet: \(count) numbers are needed, with a blank between them."
  }

  /// One that is not.
  static func wrong(_ answer: String) -> String {
    "Not yet: the measurement differs from \(answer.prefix(60))."
  }
}
