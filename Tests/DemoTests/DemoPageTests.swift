import Cells
import Foundation
import Recording
import Testing

@testable import Demo

@Suite("The page of the tour") struct DemoPageTests {
  private final class Lines { var all: [String] = [] }

  /// A log of two steps, the first of which shows a screen.
  private func log(showing text: String, _ lines: Lines, sql: String) -> TourLog {
    let recorder = RecordingTerminal(
      over: TourPlayer(), styles: [:],
      to: RecordingTerminal.Sink(title: "t", date: 1) { line in
        lines.all.append(line)
        return nil
      })
    let log = TourLog(on: recorder)
    var tour = Tour(steps: [.look, .again], bookCount: 100)
    var texts = StatementTexts()
    texts.count(sql, times: 3)
    var frame = Frame(size: Size(columns: 40, rows: 6))
    frame.write(text, at: Position(column: 0, row: 2), role: .content)
    recorder.draw(Frame(size: frame.size))
    log.note(TourMoment(tour: tour, texts: texts))
    recorder.draw(frame)
    tour.go(to: tour.index + 1)
    tour.begin(Figures(), Tally())
    log.note(TourMoment(tour: tour, texts: StatementTexts()))
    recorder.draw(Frame(size: frame.size))
    tour.go(to: tour.index + 1)
    tour.begin(Figures(), Tally())
    log.note(TourMoment(tour: tour, texts: StatementTexts()))
    log.note(TourMoment(tour: tour, texts: StatementTexts()))
    return log
  }

  private func page(_ log: TourLog, claim: String = "One statement") -> String {
    var report = DemoReport(books: 100)
    report.add(Claim(promise: 2, claim: claim, expected: "1", measured: "2", holds: false))
    return DemoPage(log, report, ScratchLibrary(count: 100, seed: 7), light: [:], dark: [:]).html
  }

  @Test("It has each step once, with its last screen, its statements, and a mark in the recording")
  func steps() {
    let lines = Lines()
    let html = page(log(showing: "the first screen", lines, sql: "SELECT 1"))
    #expect(html.components(separatedBy: "<h2>1. Look at a book</h2>").count == 2)
    #expect(html.components(separatedBy: "<h2>2. Look again</h2>").count == 2)
    #expect(html.contains(">the first screen</text>"))
    #expect(html.contains("<td class=\"number\">3</td><td><code>SELECT 1</code></td>"))
    #expect(html.contains("<td>1</td><td>2</td><td class=\"bad\">✗ does not hold</td>"))
    #expect(html.contains("100 books that nobody has written, made from seed 7"))
    let marks = lines.all.filter { $0.contains("\"m\"") }
    #expect(marks.count == 2 && marks[0].hasSuffix("\"1. Look at a book\"]\n"))
  }

  @Test("The curve of the memory stays where it was measured until it is measured again") func curve() {
    let points = [(time: 0.0, bytes: 0), (time: 1.0, bytes: 100), (time: 4.0, bytes: 50)]
    let lines = MemoryCurve(title: "held", points: points, starts: [0]).lines
    let corners =
      lines.last { $0.hasPrefix("<polyline") }?.split(separator: "\"")[1].split(separator: " ") ?? []
    let places = corners.map { $0.split(separator: ",") }
    #expect(places.count == 5)
    // Across, then up; across, then half down.
    #expect(places[0][1] == places[1][1] && places[1][0] == places[2][0])
    #expect(places[2][1] == places[3][1] && places[3][0] == places[4][0])
  }

  @Test("A step that the tour went back to is there once, with its number and what it was the last time")
  func goingBack() {
    let recorder = RecordingTerminal(over: TourPlayer(), styles: [:], to: nil)
    let log = TourLog(on: recorder)
    var tour = Tour(steps: [.look, .again], bookCount: 100)
    func show(_ text: String, _ index: Int) {
      if index != tour.index { tour.go(to: index) }
      log.note(TourMoment(tour: tour, texts: StatementTexts()))
      var frame = Frame(size: Size(columns: 40, rows: 6))
      frame.write(text, at: Position(column: 0, row: 2), role: .content)
      recorder.draw(frame)
    }
    for (text, index) in [("first", 0), ("second", 1), ("third", 0), ("fourth", 1)] { show(text, index) }
    log.finish()
    let html = page(log)
    #expect(log.steps.map(\.step) == [.look, .again])
    #expect(html.contains(">third</text>") && html.contains(">fourth</text>"))
    #expect(!html.contains(">first</text>"))
  }

  @Test("Nothing in it is markup that was a title, a statement or a claim, and nothing leads outside")
  func hostile() {
    let bad = "</svg><script>alert(1)</script><img src=x onerror='a'>\u{1B}]0;\"&"
    let html = page(log(showing: bad, Lines(), sql: bad), claim: bad)
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("\u{1B}"))
    #expect(html.contains("&lt;/svg&gt;&lt;script&gt;"))
    for word in ["http:", "https:", "src=\"", "href=", "url(", "@import"] { #expect(!html.contains(word)) }
    #expect(html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
  }

  @Test("Statements beyond the most that are kept are counted together") func manyStatements() {
    var texts = StatementTexts()
    for number in 0..<StatementTexts.limit + 5 { texts.count("SELECT \(number)") }
    texts.count("SELECT 0")
    #expect(texts.all.count == StatementTexts.limit && texts.otherCount == 5)
    #expect(texts.all[0].count == 2)
  }
}
