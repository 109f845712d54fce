import Records
import Testing

@testable import Queries

@Suite struct ReadingGoalTests {
  @Test("A goal is a number of books or pages") func texts() {
    #expect(ReadingGoal("50")?.unit == .books)
    #expect(ReadingGoal("1 book")?.count == 1)
    #expect(ReadingGoal("12000 Pages")?.unit == .pages)
    for text in ["", "0", "-3", "many", "50 stars", "1 2 3"] { #expect(ReadingGoal(text) == nil) }
  }

  @Test("What is due grows by the day, also in leap years") func due() throws {
    let goal = try #require(ReadingGoal("366 books"))
    let day = try #require(CalendarDate(year: 2024, month: 12, day: 31))
    #expect(goal.due(in: 2024, on: day) == 366)
    #expect(goal.due(in: 2025, on: day) == 0)
    #expect(goal.due(in: 2023, on: day) == 366)
    let first = try #require(CalendarDate(year: 2024, month: 1, day: 1))
    #expect(goal.due(in: 2024, on: first) == 1)
  }
}
