import BookStore
import Screens

/// An exercise of the lesson: a question, and a measurement of the right answer.
public struct Exercise: Sendable {
  /// The number of the exercise, from 1.
  public let number: Int
  /// The title of the exercise.
  public let title: String
  /// The question and how to find the answer, in lines of at most 78 columns.
  public let text: [String]
  let hint: String
  let measure: @Sendable (ScratchFolder) throws(StoreError) -> ExerciseAnswer

  /// The question with its number.
  public var question: [String] { ["\(number). \(title)", ""] + text }

  /// Checks an answer by measuring in an empty scratch folder.
  ///
  /// - Parameter answer: Numbers, with or without thousands separators, or words.
  public func check(_ answer: String, in folder: ScratchFolder) throws(StoreError) -> (
    isRight: Bool, lines: [String]
  ) {
    let measured = try measure(folder)
    guard ExerciseAnswer.isSame(answer, measured.text) else {
      let count = ExerciseAnswer.wordCount(measured.text)
      guard ExerciseAnswer.wordCount(answer) == count else {
        return (false, [LessonWording.incomplete(count), hint])
      }
      return (false, [LessonWording.wrong(answer), hint])
    }
    return (true, [LessonWording.right(measured.text), measured.explanation])
  }

  /// The exercises in the order of the lesson.
  public static let all = [
    opening, looking, writing, reading, killing, asking, waiting, choosing,
  ].enumerated().map { index, exercise in exercise.numbered(index + 1) }

  init(
    _ title: String, _ text: [String], hint: String,
    measure: @escaping @Sendable (ScratchFolder) throws(StoreError) -> ExerciseAnswer
  ) {
    self.init(number: 0, title: title, text: text, hint: hint, measure: measure)
  }

  private init(
    number: Int, title: String, text: [String], hint: String,
    measure: @escaping @Sendable (ScratchFolder) throws(StoreError) -> ExerciseAnswer
  ) {
    (self.number, self.title, self.text, self.hint) = (number, title, text, hint)
    self.measure = measure
  }

  private func numbered(_ number: Int) -> Exercise {
    Exercise(number: number, title: title, text: text, hint: hint, measure: measure)
  }
}
