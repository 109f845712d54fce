import Foundation
import TestSupport
import Testing

@Suite("Recordings") struct RecordingTests {
  private func output(_ file: URL) throws -> String {
    let film = try Film(file)
    return film.output(before: film.events.count)
  }

  @Test(
    "The script's tour is recorded with a marker at each step, and makes a page with its screens and every claim"
  )
  func demo() async throws {
    let folder = try TemporaryFolder()
    let (cast, page) = (folder.url.appending(path: "it.cast"), folder.url.appending(path: "it.html"))
    let report = try Command.run([
      Program.path, "demo", "--books", "2000", "--script", "--record", cast.path, "--html", page.path,
    ])
    checkTable(report.split(separator: "\n").map(String.init))
    let film = try Film(cast)
    let (events, marks) = (film.events, film.markers)
    #expect(marks.first == "1. The list only" && marks.count == 8 && marks.last == "8. Kill and recover")
    #expect(events.map(\.time) == events.map(\.time).sorted())
    let html = try String(contentsOf: page, encoding: .utf8)
    for mark in marks { #expect(html.contains("<h2>\(mark)</h2>"), "\(mark)") }
    #expect(html.components(separatedBy: "<svg class=\"curve\"").count == 4)
    // Each step is over once the rows are counted, too.
    #expect(!html.contains("≥"))
    #expect(html.contains("<code>SELECT pk, title FROM book"))
    #expect(html.contains("UPDATE") && html.contains("✓ holds") && !html.contains("✗"))
    for word in ["http:", "https:", "src=", "href="] { #expect(!html.contains(word)) }
    try checkMarkup(page)
    let screens = PageScreen.all(in: html)
    #expect(screens.count == 8)
    // A marker is right behind the first frame of its step, as the end is behind a frame without a step; the page has
    // the last frame before that.
    let ends = events.indices.filter { events[$0].kind == "m" }.dropFirst() + [events.count]
    let projector = try await Projector(columns: 100, rows: 30)
    for (end, screen) in zip(ends, screens) {
      try projector.play(film.output(before: end - 1))
      try await projector.terminal.waitUntil("the screen is that of the page") { screen.isShown(on: $0) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["it.cast", "it.html"])
  }

  /// Checks what the script prints unless it is asked for JSON.
  private func checkTable(_ lines: [String]) {
    #expect(lines.first == "2,000 books")
    #expect(lines.contains("A memory warning") && lines.contains { $0.hasPrefix("  before ") })
    #expect(lines.contains { $0.contains("A first look costs one statement") && $0.hasPrefix("holds  2") })
    #expect(lines.last?.hasSuffix("claims hold.") == true)
  }

  @Test("The tour is recorded while a person goes through it, and played it shows what the terminal shows")
  func tour() async throws {
    let terminal = try await TmuxSession(columns: 100, rows: 30)
    let projector = try await Projector(columns: 100, rows: 30)
    let (cast, page) = (terminal.home.appending(path: "it.cast"), terminal.home.appending(path: "it.html"))
    try terminal.start("\(Program.path) demo --pace 10ms --books 400 --record it.cast --html it.html")
    for step in 1...8 {
      try await terminal.waitUntil("step \(step) has begun") { $0.contains(" \(step) of 8  ") }
      if step > 1 { try terminal.press(".") }
      try await terminal.waitUntil("step \(step) is done") { $0.contains(/\. (next step|ends the tour)/) }
      // The figures of memory go on changing, so both are looked at until they are the same.
      try await terminal.waitUntil("step \(step) is the same when it is played") { shown in
        try projector.play(output(cast))
        return try shows(shown, projector.terminal)
      }
      try terminal.press(".")
    }
    try await terminal.waitUntil("the tour is over") { !$0.contains(" 8 of 8  ") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    let marks = try Film(cast).markers
    #expect(marks.count == 8 && marks[7] == "8. Kill and recover")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("✓ holds"))
    try checkMarkup(page)
  }

  /// Whether a terminal comes to show a screen, for which the player needs a moment.
  private func shows(_ screen: String, _ player: TmuxSession) throws -> Bool {
    for _ in 0..<20 where try player.screen() == screen { return true }
    return false
  }

  /// Checks that every element is closed where it has to be.
  private func checkMarkup(_ page: URL) throws {
    var open: [Substring] = []
    for tag in try String(contentsOf: page, encoding: .utf8).matches(of: /<(\/?)([a-z][a-z0-9]*)[^>]*>/) {
      if !tag.1.isEmpty {
        #expect(open.popLast() == tag.2)
      } else if tag.2 != "meta", !tag.0.hasSuffix("/>") {
        open.append(tag.2)
      }
    }
    #expect(open == [])
  }
}

/// A screen as a page of the tour has it: its texts, each at its place.
struct PageScreen {
  private var texts: [(column: Int, row: Int, text: Substring)] = []

  /// The screens of a page, in their order.
  static func all(in page: String) -> [PageScreen] {
    page.components(separatedBy: "<svg class=\"screen\"").dropFirst().map { part in
      PageScreen(svg: part.components(separatedBy: "</svg>")[0])
    }
  }

  /// Takes the texts out of the picture: a cell is 8.4 units wide and 18 high, and the first begins at 10.
  private init(svg: String) {
    for match in svg.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>([^<]*)</) {
      guard let x = Double(match.1), let y = Double(match.2) else { continue }
      let text = Self.signs.reduce(match.3) { $0.replacing($1.key, with: $1.value) }
      texts.append((Int(((x - 10) / 8.4).rounded()), Int((y - 10) / 18), text))
    }
  }

  /// What stands for signs of markup; the last one may be a part of what the others stand for.
  private static let signs: KeyValuePairs = [
    "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&",
  ]

  /// Whether a terminal shows each text at its place and nothing else but lines.
  func isShown(on screen: String) -> Bool {
    var rows = screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    for (column, row, text) in texts {
      let end = column + text.count
      guard rows.indices.contains(row), rows[row].count >= end, rows[row][column..<end] == ArraySlice(text)
      else { return false }
      rows[row].replaceSubrange(column..<end, with: repeatElement(" ", count: text.count))
    }
    return !texts.isEmpty && rows.joined().allSatisfy { " ─│┼├┤▐".contains($0) }
  }
}
