import Testing

@testable import Demo

@Suite("The exercises of the lesson") struct ExerciseTests {
  /// The answers that are right, and for each one that is wrong.
  ///
  /// Exercise 5 needs the program itself.
  static let cases = [
    (1, "1", "24"), (2, "10", "20"), (3, "2, 3", "3 4"), (4, "OLD", "new"), (6, "2,002", "2001"),
    (7, "2002", "2000"), (8, "16", "32"),
  ]

  @Test("A right answer is right and a wrong one is not", arguments: ExerciseTests.cases)
  func answers(_ number: Int, _ right: String, _ wrong: String) throws {
    let exercise = Exercise.all[number - 1]
    #expect(exercise.number == number)
    let rightly = try exercise.check(right, in: ScratchFolder())
    #expect(rightly.isRight && rightly.lines.first?.hasPrefix("Right: ") == true)
    let wrongly = try exercise.check(wrong, in: ScratchFolder())
    #expect(
      !wrongly.isRight && wrongly.lines == ["Not yet: the measurement differs from \(wrong).", exercise.hint])
  }

  @Test("Each question says how to find out and how to answer, in lines that fit") func questions() {
    #expect(Exercise.all.count == 8)
    for exercise in Exercise.all {
      #expect(exercise.question.allSatisfy { $0.count <= 90 })
      #expect(exercise.text.contains { $0.hasPrefix("Find out: ") })
      #expect(exercise.text.last?.hasPrefix("Answer: booklist demo check \(exercise.number) ") == true)
    }
  }

  @Test(
    "Capitals, blanks and commas do not matter",
    arguments: [("2,002", "2002"), (" 2  3 ", "2, 3"), ("None", "0")])
  func same(_ one: String, _ other: String) {
    #expect(ExerciseAnswer.isSame(one, other))
    #expect(!ExerciseAnswer.isSame(one, other + "1"))
  }
}
