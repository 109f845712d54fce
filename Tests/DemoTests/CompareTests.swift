import Cells
import Testing

@testable import BookStore
@testable import Demo
@testable import Records
@testable import SQLite

@Suite("The comparison of ways of loading") struct CompareTests {
  @Test("The looks are the same each time, lie in the library, and come back to what was looked at")
  func looks() {
    let task = CompareTask(books: 1_000)
    #expect(task == CompareTask(books: 1_000) && task.looks.count == 200)
    #expect(task.looks.allSatisfy { 1...1_000 ~= $0 })
    #expect(Set(task.looks).count < 160 && Set(task.looks).count > 100)
    #expect(task.edited.count > 10 && task.edited.isSubset(of: Set(task.looks)))
  }

  @Test(
    "Each strategy runs the statements of its rule and writes the same", arguments: LoadingStrategy.allCases)
  func statements(_ strategy: LoadingStrategy) throws {
    let (folder, task) = (try ScratchFolder(), CompareTask(books: 1_000))
    try ScratchLibrary(count: task.books).make(at: folder.library) { _ in }
    var figures = StrategyFigures()
    let run = try StrategyRun(strategy, task, path: folder.library, latency: .zero, budget: 32) {
      figures = $0
    }
    try run.run()
    #expect(figures.isDone && figures.looks == 200)
    let cost = CompareRules(task, budget: 32).cost(of: strategy)
    #expect(
      cost
        == CompareRules.Cost(
          statements: figures.statements, rows: figures.rows, bytes: figures.bytes, held: figures.held))
    if strategy == .budget { #expect(figures.held <= 32) }
    let database = try PlainDatabase(path: folder.library) { _ in }
    let written = try database.rows(
      "SELECT pk FROM book WHERE author = ? ORDER BY pk", [.text(Text(CompareTask.author))], columns: 1)
    #expect(written == task.edited.sorted().map { [.integer(Int64($0))] })
  }

  @Test(
    "What a policy comes to follows from the looks, whatever room there is", arguments: [2, 9, 300, 4_096])
  func policies(room: Int) {
    var race = PolicyRace(books: 1_000, budget: room, lookCount: 1_500)
    race.run()
    let rules = CompareRules(CompareTask(books: 1_000, lookCount: 1_500), budget: room)
    #expect(rules.result(of: .random, room: room) == nil)
    for result in race.results where result.policy != .random {
      #expect(rules.result(of: result.policy, room: room) == result)
    }
  }

  @Test(
    "What the lesson says of the policies holds for every library and for all budgets that it is said of",
    arguments: [1_000, 1_050, 2_000, 5_000, 20_000, 100_000])
  func lesson(books: Int) {
    func hits(_ budget: Int) -> [Int] {
      var race = PolicyRace(books: books, budget: budget)
      race.run()
      return race.results.map(\.hits)
    }
    let count = CompareRules(CompareTask(books: books, lookCount: PolicyRace.lookCount), budget: 2).firstLooks
      .count
    for budget in [4, 8, 16, 32, count / 20] { #expect(hits(budget)[0] > hits(budget)[1], "\(budget)") }
    #expect(hits(2)[0] < hits(2)[1])
    let most = hits(count * 9 / 10)
    #expect(most[..<2].allSatisfy { $0 >= most[2] * 49 / 50 })
  }

  @Test("Each statement waits for the latency") func latency() throws {
    let folder = try ScratchFolder()
    try ScratchLibrary(count: 100).make(at: folder.library) { _ in }
    var figures = StrategyFigures()
    let run = try StrategyRun(
      .lazy, CompareTask(books: 100), path: folder.library, latency: .milliseconds(1), budget: 32
    ) { figures = $0 }
    try run.run()
    #expect(figures.microseconds >= figures.statements * 1_000)
  }

  @Test("Figures are the same after a line, and what is no such line is none") func lines() {
    var figures = StrategyFigures()
    (figures.statements, figures.rows, figures.residentBytes, figures.isDone) = (3, 4, 5_000_000, true)
    #expect(StrategyFigures(line: figures.line) == figures)
    for line in ["", "1 2 3", "a 0 0 0 0 0 0 0 1", figures.line + " 1"] {
      #expect(StrategyFigures(line: line) == nil)
    }
  }

  // MARK: - Eviction

  @Test("Of the least recently used the oldest goes, at random never the newest, and without a limit none")
  func eviction() {
    var used = RecordCache<Int>(policy: .leastRecentlyUsed, capacity: 2)
    var gone: [Int] = []
    for number in [1, 2, 1, 3, 1, 4] where used.look(number) == nil {
      gone += used.keep(number, number).map(\.number)
    }
    #expect(gone == [2, 3] && used.hits == 2 && used.misses == 4 && used.evictions == 2)
    var random = RecordCache<Int>(policy: .random, capacity: 1)
    for number in 1...50 where random.look(number) == nil {
      #expect(random.keep(number, number).map(\.number) == (number == 1 ? [] : [number - 1]))
    }
    var none = RecordCache<Int>(policy: .none, capacity: 1)
    for number in 1...50 { #expect(none.keep(number, number).isEmpty) }
    #expect(none.count == 50)
  }

  @Test("Hits and misses are all looks, and another budget begins anew") func budget() {
    var race = PolicyRace(books: 1_000, budget: 8, lookCount: 500)
    race.run(300)
    #expect(race.lookCount == 300 && !race.isOver)
    #expect(race.results.map(\.held)[..<2] == [8, 8])
    race.run()
    #expect(race.isOver && race.results.allSatisfy { $0.hits + $0.misses == 500 })
    #expect(race.results[2].evictions == 0)
    var view = view()
    #expect(
      view.draw(on: Size(columns: 80, rows: 24)).textPlane.contains("Room for 32 records, after 100 looks"))
    guard case .runBudget(let options)? = view.press(.character("[")) else {
      Issue.record("nothing runs")
      return
    }
    #expect(options.budget == 16)
    #expect(
      view.draw(on: Size(columns: 80, rows: 24)).textPlane.contains("Room for 16 records, after 0 looks"))
  }

  // MARK: - The screen

  private func view() -> CompareView {
    var view = CompareView(CompareOptions())
    var figures = StrategyFigures()
    (figures.statements, figures.rows, figures.bytes, figures.held) = (
      5_146, 1_234_567, 46_100_000, 1_000_000
    )
    (figures.firstScreen, figures.microseconds, figures.residentBytes) = (999_900, 100_300_000, 442_700_000)
    view.take(Dictionary(uniqueKeysWithValues: LoadingStrategy.allCases.map { ($0, figures) }), looks: 100)
    return view
  }

  @Test("All figures are parted by blanks at 80 columns, and the screen is whole at every size")
  func screen() {
    let lines = view().draw(on: Size(columns: 80, rows: 24)).textPlane.split(separator: "\n")
    #expect(
      lines.contains(" eager           5,146 1,234,567   43.9 MB 1,000,000 999.9 ms  100.3 s 422.1 MB "),
      "\(lines)")
    #expect(lines.last?.contains("q quit") == true)
    for (columns, rows) in [(1, 1), (40, 10), (79, 3), (80, 21), (200, 60)] {
      let size = Size(columns: columns, rows: rows)
      #expect(view().draw(on: size).size == size)
    }
    #expect(view().draw(on: Size(columns: 40, rows: 10)).textPlane.contains("100.3 s"))
  }

  @Test("Bars of statements and time stand beside the table, or below it on a high and narrow terminal")
  func bars() {
    var view = CompareView(CompareOptions())
    let all = LoadingStrategy.allCases.enumerated().map { place, strategy in
      var figures = StrategyFigures()
      (figures.statements, figures.microseconds) = (100 << place, 1_000)
      return (strategy, figures)
    }
    view.take(Dictionary(uniqueKeysWithValues: all), looks: 100)
    func lines(_ columns: Int, _ rows: Int) -> [Substring] {
      view.draw(on: Size(columns: columns, rows: rows)).textPlane.split(separator: "\n")
    }
    func bars(_ lines: [Substring]) -> [Int] {
      lines.map { line in line.count { "█▏▎▍▌▋▊▉".contains($0) } }.filter { $0 > 0 }
    }
    #expect(bars(lines(80, 24)).isEmpty)
    // Beside the table, each line has both bars.
    let wide = bars(lines(120, 24))
    #expect(wide.count == 5 && wide == wide.sorted() && wide[0] < wide[4], "\(wide)")
    let high = bars(lines(80, 40))
    #expect(high.count == 10 && high[0] < high[4] && Set(high[5...]).count == 1, "\(high)")
  }

  @Test("Keys go through the latencies, halve and double the budget, and run again") func keys() {
    var view = view()
    #expect(view.press(.character("x")) == nil)
    _ = view.press(.character("]"))
    #expect(view.options.budget == 64)
    for _ in 1...9 { _ = view.press(.character("[")) }
    #expect(view.options.budget == 2 && view.press(.character("[")) == nil)
    for latency in [2, 10, 0] {
      guard case .run(let options)? = view.press(.character("l")) else {
        Issue.record("nothing runs")
        return
      }
      #expect(options.latency == .milliseconds(latency))
    }
    #expect(view.press(.character("q")) == .quit)
  }
}
