import BookStore
import Screens

/// An exercise of the lesson: a question, and a measurement of the right answer.
package struct Exercise: Sendable {
  let number: Int
  let title: String
  /// The question and how to find the answer, in lines of at most 78 columns.
  let text: [String]
  let hint: String
  let measure: @Sendable (ScratchFolder) throws(StoreError) -> ExerciseAnswer

  package var question: [String] { ["\(number). \(title)", ""] + text }

  /// Checks an answer by measuring in an empty scratch folder.
  package func check(_ answer: String, in folder: ScratchFolder) throws(StoreError) -> (
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

  package static let all = [
    opening, looking, writing, reading, killing, asking, waiting, choosing,
  ].enumerated().map { index, exercise in exercise.numbered(index + 1) }

  private func numbered(_ number: Int) -> Exercise {
    Exercise(number: number, title: title, text: text, hint: hint, measure: measure)
  }
}

extension Exercise {
  init(
    _ title: String, _ text: [String], hint: String,
    measure: @escaping @Sendable (ScratchFolder) throws(StoreError) -> ExerciseAnswer
  ) {
    self.init(number: 0, title: title, text: text, hint: hint, measure: measure)
  }

  static let asking = Exercise(
    "N+1",
    [
      "A program shows a list of 2,000 books. It reads the keys by one statement, and each",
      "title by another. Then you look at one book.",
      "How many statements has that taken in all?",
      "Find out: booklist demo compare --books 2000, the line N+1.",
      "Answer: booklist demo check 6 NUMBER",
    ],
    hint: "One for the keys, one for each title, and the look also needs one."
  ) { folder throws(StoreError) in
    let figures = try run(.nPlusOne, books: 2_000, latency: .zero, in: folder)
    // Without an edit, the transaction at the end is two statements that read nothing.
    return ExerciseAnswer(
      text: Wording.number(figures.statements - 2),
      explanation: "That is what N+1 means: one statement for the list, and N for its rows.")
  }

  static let waiting = Exercise(
    "Waiting",
    [
      "The database is on another machine, and each statement waits 2 ms. The library has",
      "1,000 books, and the program loads as in exercise 6.",
      "How many milliseconds does it wait, at least, before it can show the list?",
      "Find out: booklist demo compare --books 1000 --latency 2ms, the column 1st list.",
      "Answer: booklist demo check 7 NUMBER",
    ],
    hint: "The list needs the statement for the keys and one for each title. Each waits."
  ) { folder throws(StoreError) in
    let figures = try run(.nPlusOne, books: 1_000, latency: .milliseconds(2), in: folder)
    let statements = 1_001
    guard figures.firstScreen >= statements * 2_000 else { return ExerciseAnswer(text: "", explanation: "") }
    return ExerciseAnswer(
      text: Wording.number(statements * 2),
      explanation: "It took \(CompareWording.time(figures.firstScreen)): the waits, and a little work."
    )
  }

  static let choosing = Exercise(
    "A budget",
    [
      "People look at books as in booklist demo compare: mostly at the next one, sometimes at",
      "one of the last again. There is room for 2, 4, 8, 16, 32 … records.",
      "What is the smallest of these budgets at which \"least recently used\" reaches",
      "three quarters of the hits without a limit?",
      "Find out: booklist demo compare, the keys [ ], the last three lines.",
      "Answer: booklist demo check 8 NUMBER",
    ],
    hint: "Press [ until it no longer reaches that, and wait after each change for the 5,000 looks."
  ) { _ throws(StoreError) in
    let books = CompareOptions().books
    func hits(_ budget: Int, _ policy: EvictionPolicy) -> Int {
      var race = PolicyRace(books: books, budget: budget)
      race.run()
      return race.results.first { $0.policy == policy }?.hits ?? 0
    }
    let all = hits(2, .none)
    let budget = (1...12).map { 1 << $0 }.first { hits($0, .leastRecentlyUsed) * 4 >= all * 3 } ?? 4_096
    return ExerciseAnswer(
      text: "\(budget)",
      explanation:
        "People return to recent records, so a small budget is enough if it keeps the right ones.")
  }

  private static func run(
    _ strategy: LoadingStrategy, books: Int, latency: Duration, in folder: ScratchFolder
  ) throws(StoreError) -> StrategyFigures {
    try ScratchLibrary(count: books).make(at: folder.library) { _ in }
    var last = StrategyFigures()
    let run = try StrategyRun(
      strategy, CompareTask(books: books, lookCount: 1), path: folder.library, latency: latency, budget: 32
    ) { last = $0 }
    try run.run()
    return last
  }
}

private enum LessonWording {
  static func right(_ answer: String) -> String { "Right: \(answer)." }

  static func incomplete(_ count: Int) -> String {
    count < 2
      ? "Not yet: one answer is needed." : "Not yet: \(count) numbers are needed, with a blank between them."
  }

  static func wrong(_ answer: String) -> String {
    "Not yet: the measurement differs from \(answer.prefix(60))."
  }
}

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
