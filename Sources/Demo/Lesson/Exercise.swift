import BookStore
import Screens

/// An exercise of the lesson: a question, and a measurement that gives the right answer.
public struct Exercise: Sendable {
  /// Its number, from 1.
  public let number: Int
  /// Its title.
  public let title: String
  /// The question and how to find the answer, in lines of at most 78 columns.
  public let text: [String]
  /// The hint after a wrong answer.
  let hint: String
  /// Measures the right answer on its own scratch library.
  let measure: @Sendable (ScratchFolder) throws(StoreError) -> ExerciseAnswer

  /// The question with its number.
  public var question: [String] { ["\(number). \(title)", ""] + text }

  /// Checks an answer by measuring.
  ///
  /// - Parameters:
  /// - answer: The typed answer: numbers, with or without thousands separators, or words.
  ///   - folder: An empty scratch folder.
  /// - Throws: The errors of the measurement.
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
