import Cells
import Queries
import Records
import TestSupport
import Testing

@testable import Screens

/// The screen of statistics, and the text of it.
@Suite struct StatisticsScreenTests {
  private static let today = CalendarDate(year: 2024, month: 7, day: 1) ?? .earliest

  /// A year in which something of everything happened.
  static let year: YearFigures = {
    var fold = YearFold(year: 2024)
    for index in 0..<31 {
      var reading = ReadingEntry(ended: index == 30 ? [2024] : [2024, index % 6 + 1, index % 27 + 1])
      reading.started = [2024, 1, 1]
      reading.title =
        index == 0 ? "A book with a title that is longer than any screen here is wide" : "Book \(index)"
      reading.pages = index % 7 == 0 ? nil : 90 + index * 31
      reading.stars = index % 4 == 0 ? nil : Double(index % 10 + 1) / 2
      reading.published = [-750, 1869, 2001][index % 3]
      reading.names = [.author: ["George Eliot", "Leo Tolstoy", "日本の人"][index % 3], .format: "ebook"]
      (reading.isAgain, reading.isAgainInYear) = (index % 5 == 0, index % 10 == 0)
      fold.add(reading)
      var before = reading
      before.ended[0] = 2023
      if index % 2 == 0 { fold.add(before) }
    }
    var stopped = ReadingEntry(ended: [2024, 3, 3])
    (stopped.isFinished, stopped.title) = (false, "The dull one")
    fold.add(stopped)
    fold.addProgress([2024, 2, 29], entries: 3, minutes: 90)
    fold.noteKnown(author: "Leo Tolstoy")
    fold.note(undated: 4, unreadable: 1)
    return fold.result()
  }()

  static func page(_ figures: YearFigures = year, goal: String? = "50") -> StatisticsPage {
    StatisticsPage(
      .year(figures, years: [2023, 2024]), of: .year(figures.year), in: .books,
      goal: goal.flatMap { ReadingGoal($0) }, today: today)
  }

  private static func stack(_ page: StatisticsPage = page(), _ size: Size = .usual, _ keys: String = "")
    -> ScreenStack
  {
    .opening(size, keys: keys) {
      $0.openStatistics(.books, thisYear: 2024)
      $0.receive(.statistics(page))
    }
  }

  private static func fieldPage(_ name: String = "Leo Tolstoy") -> StatisticsPage {
    var fold = FieldFold(Schema.books.fields[2], limit: 4)
    for (index, value) in [name, "B", "C", "D", "E", "F"].enumerated() {
      fold.add(.text(Text(value)), Tally(rows: 1_600 / (index + 1)))
    }
    fold.addEmpty(Tally(rows: 12))
    return StatisticsPage(
      .fields([fold.result()]), of: .field(.init(2)), in: .books, query: "title:war", today: today)
  }

  @Test(
    "A figure that has no room above its column is on a second line; the last one may use the rest of the line",
    arguments: [9, 10])
  func figures(_ width: Int) {
    let bars = [120.0, 131, 7].map { Chart.Bar(label: "a", figure: $0, text: StatisticsWording.figure($0)) }
    let rows = ChartDrawing(Chart("T", .columns, bars), width: width).rows
    #expect(rows[1].pieces.map(\.text) == ["120", "7"] && rows[2].pieces.map(\.text) == ["131"])
    let wide = ChartDrawing(Chart("T", .columns, bars), width: 12).rows
    #expect(wide[1].pieces.map(\.text) == ["120", "131"])
    #expect(wide[5].pieces.map(\.text).last == "7", "on its bar")
  }

  @Test("In large digits, a comma is wider and lower than a point") func largeDigits() {
    let bars = [42_211, 4.3].map { Chart.Bar(label: "a", figure: $0, text: "") }
    let rows = ChartDrawing(Chart("T", .facts, bars), width: 80).rows
    #expect(rows[3].pieces.map(\.text) == ["  ▀ ▀▀▀ ▄▀ ▀▀▀ ▀▀▀ ▀▀▀", "  ▀ ▀ ▀▀▀"])
  }

  @Test("The legend names the year before where something of it is seen", arguments: [3.0, 5, 9])
  func legend(_ before: Double) {
    var bars = (1...12).map { Chart.Bar(label: "\($0)", figure: 5, text: "5") }
    bars[3].before = before
    var chart = Chart("T", .columns, bars)
    chart.yearBefore = 2023
    for width in [80, 12] {
      let rows = ChartDrawing(chart, width: width).rows
      let isSeen = rows.dropFirst().contains { $0.pieces.contains { $0.text.contains("░") } }
      #expect(isSeen == (before > 5 && width == 80))
      #expect(rows[0].pieces[0].text == (isSeen ? "T · ░ 2023" : "T"))
    }
  }

  @Test("Beside a number on a column there is a blank before the part of the year before")
  func aloneNumber() {
    var bars = (1...12).map { Chart.Bar(label: "\($0)", figure: 6, text: "6") }
    for index in bars.indices { bars[index].before = 12 }
    let rows = ChartDrawing(Chart("T", .columns, bars), width: 78).rows
    let pieces = rows.first { $0.pieces.contains { $0.text == "6" } }?.pieces ?? []
    #expect(pieces.prefix(2).map(\.text) == ["6", "░░░"] && pieces.prefix(2).map(\.column) == [0, 2])
  }

  @Test("The years begin at the latest one, and fields without values are offered last") func beginnings() {
    let years = [2015, 2023, 2024].map { YearTotals(year: $0) }
    let page = StatisticsPage(.years(years), of: .years, in: .books, today: Self.today)
    #expect(Self.stack(page).speech.line == "Books by year, 2024: 0.")
    let text = ScreenStack.opening(keys: "f") {
      $0.openStatistics(.books, thisYear: nil, emptyFields: [1])
      $0.receive(.statistics(Self.fieldPage()))
    }.text
    let order = ["│ Title", "│ Author", "│ Copyright"].compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(order.count == 3 && order == order.sorted(), "\(text)")
  }

  @Test("An average has the number of its rows beside it") func averages() {
    var fold = FieldFold(Schema.books.fields[2], measure: .average, limit: 4)
    fold.add(.text("Ann Author"), Tally(rows: 12, measured: 9, sum: 36))
    var figures = fold.result()
    figures.measured = Schema.books.fields[1]
    let page = StatisticsPage(.fields([figures]), of: .field(.init(2)), in: .books, today: Self.today)
    let text = StatisticsText(page).sentences.joined(separator: "\n")
    #expect(
      text.contains("Average Copyright by Author") && text.contains("Ann Author 4.00 (9)")
        && text.contains("In brackets: the number of books"), "\(text)")
  }

  // MARK: Looks

  @Test("A year with the spines of its books, a field and the menu of fields are as recorded")
  func golden() throws {
    let empty = Self.page(YearFigures(year: 2024), goal: nil)
    for (name, page, keys) in [
      ("statistics-year", Self.page(), ""), ("statistics-year-down", Self.page(), "⇟⇟→"),
      ("statistics-field", Self.fieldPage(), "↓"), ("statistics-menu", Self.page(), "f"),
      ("statistics-empty", empty, ""),
    ] { try Golden.check(name) { Self.stack(page, $0, keys) } }
  }

  @Test("The text is the drawing of the screen, in ASCII where there is no more") func text() throws {
    let text = StatisticsText(Self.page())
    let plain = text.drawing(width: 78, isUnicode: false)
    #expect(plain.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } })
    #expect(plain.contains { $0.contains("####") })
    #expect(plain.contains { $0.hasPrefix("27 ") } && plain.contains { $0.hasPrefix("Books") })
    let lines = text.drawing(width: 78, isUnicode: true)
    #expect(lines.count == plain.count + 2)
    #expect(lines.allSatisfy { TextWidth.width(of: $0) <= 78 })
  }

  @Test("In a narrow terminal, facts and the help go on in further lines") func narrow() {
    let streak = Chart.Bar(label: "Streak", figure: nil, text: "3 days in a row, up to 2026-11-03")
    let facts = Chart("T", .facts, [streak])
    let text = ChartDrawing(facts, width: 18).rows.flatMap(\.pieces).map(\.text).joined(separator: " ")
    #expect(text.hasSuffix("2026-11-03") && !text.contains("…"), "\(text)")
    let help = StackBuilder(Size(20, 600), "?").lines.dropFirst().dropLast(2)
    #expect(!help.contains { $0.contains("…") })
  }

  @Test("Each chart is a sentence with all of its figures, and each figure of the screen is in it")
  func sentences() throws {
    let page = Self.page()
    let sentences = StatisticsText(page).sentences
    #expect(
      sentences.contains(
        "Books by month: Jan 5; Feb 5; Mar 5; Apr 5; May 5; Jun 5; Jul 0; Aug 0; Sep 0; Oct 0; Nov 0; Dec 0. 1 reading without a month."
      ))
    #expect(sentences.contains { $0.contains("Goal 31 of 50 books, 4 of them again, 6 ahead of plan") })
    // Nobody listens to all days of a year.
    let days = try #require(sentences.first { $0.hasPrefix("Days on which something was noted: 31") })
    #expect(days.contains(" Jan ") && days.contains(" days") && !days.contains("2024-"))
    for chart in page.charts where chart.shape != .calendar(year: 2024) {
      for bar in chart.bars { #expect(sentences.contains { $0.contains(bar.text) }) }
    }
  }

  @Test("A line rises to what was read by each month, up to this one, beside the plan of the goal")
  func course() throws {
    let chart = try #require(Self.page().charts.first { if case .line = $0.shape { true } else { false } })
    #expect(chart.bars.map(\.value) == [5, 10, 15, 20, 25, 30, 30])
    guard case .line(let plan, let count) = chart.shape else { return }
    #expect(count == 12 && plan.count == 12 && plan.last == 50 && plan == plan.sorted())
    for cell in [2, 5, 10] {
      let rows = LineDrawing(chart, beside: plan, count: count, cell: cell).rows
      for column in 0..<7 * cell {
        let drawn = rows.indices.filter { row in
          rows[row].pieces.contains { $0.column == column && $0.role == .hydrated }
        }
        #expect(!drawn.isEmpty && drawn.count == drawn[drawn.count - 1] - drawn[0] + 1, "\(cell), \(column)")
      }
      #expect(rows[4].pieces.contains { $0.column == 0 } && rows[0].pieces.contains { $0.text == "·" })
    }
    let before = Self.page(YearFigures(year: 2023), goal: nil)
    #expect(!before.charts.contains { if case .line = $0.shape { true } else { false } })
  }

  @Test("The books of a year are those that were finished, the latest last") func titles() {
    let page = Self.page()
    #expect(page.titles.count == 31 && page.titles.first == "Book 30" && page.titles.last == "Book 23")
    #expect(Self.page(YearFigures(year: 2024), goal: nil).titles.isEmpty)
  }

  @Test("The selected bar is said on a line of its own") func spoken() {
    var stack = Self.stack()
    #expect(stack.speech.line == "The year, Books: 27, 31 readings, 7 read before · 12 in 2023.")
    stack.press("↓")
    #expect(stack.speech.line.hasPrefix("Books by month, "))
  }

  // MARK: Keys

  @Test("The arrows reach every bar that leads somewhere, and Enter asks for its rows") func bars() {
    var stack = Self.stack(Self.page(), Size(120, 40))
    var queries: Set<String> = []
    // Along the first lines, and then straight down and up.
    for (start, key, count) in [("", "→", 13), ("⇱", "↓", 45), ("⇲", "↑", 45)] {
      stack.press(start)
      for _ in 0..<count {
        for case .statistics(.showRows(let query)) in stack.press(key + "⏎") { queries.insert(query) }
      }
    }
    #expect(queries.isSuperset(of: (1...6).map { "reading.finished:2024-0\($0)" }))
    #expect(queries.contains("author=\"George Eliot\" reading.finished:2024"))
    #expect(queries.contains { $0.hasPrefix("title=") })
  }

  @Test("The brackets go to the years beside, and fields are counted in several ways") func years() {
    var stack = Self.stack()
    #expect(stack.press("[") == [.statistics(.read(.year(2023)))])
    #expect(stack.press("[") == [.statistics(.read(.year(2022)))], "keys count before the year is there")
    stack.press("]")
    #expect(stack.press("]") == [.statistics(.read(.year(2024)))])
    #expect(stack.press("]") == [.say(StatisticsWording.noLaterYear)])
    stack = Self.stack()
    stack.press("[[[")
    stack.receive(.statisticsCancelled)
    #expect(stack.press("[") == [.statistics(.read(.year(2023)))], "the year that is shown counts again")
    #expect(stack.pressing("s").mode == .statistics)
    var fields = Self.stack(Self.fieldPage(), .usual, "s")
    #expect(fields.mode == .menu)
    #expect(fields.press("⏎") == [.statistics(.read(.field(.init(2))))])
    #expect(fields.press("⎋").isEmpty && fields.mode == .list)
  }

  @Test("No size and no name breaks the screen, and nothing is selected that is not there") func everySize() {
    for page in [Self.page(), Self.fieldPage(HostileNames.all.joined()), Self.page(YearFigures(year: -3))] {
      var stack = Self.stack(page)
      for rows in [1, 2, 3, 5, 8, 24, 50] {
        for columns in [1, 2, 3, 5, 8, 13, 20, 40, 79, 100, 160] {
          stack.resize(Size(columns, rows))
          stack.press(rows % 2 == 0 ? "↓" : "↑")
          #expect(stack.frame().cells.reduce(0) { $0 + Int($1.width) } == rows * columns)
        }
      }
    }
  }
}
