enum LessonWording {
  static func right(_ answer: String) -> String { "Right: \(answer)." }

  static func incomplete(_ count: Int) -> String {
    count < 2
      ? "Not yet: one answer is needed." : "Not yet: \(count) numbers are needed, with a blank between them."
  }

  static func wrong(_ answer: String) -> String {
    "Not yet: the measurement differs from \(answer.prefix(60))."
  }
}
