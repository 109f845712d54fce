import BookStore

/// The comparison without a terminal: one strategy after the other, and what the lesson says of them checked.
public struct CompareScript {
  private let race: CompareRace

  /// Makes a script over libraries that are made already.
  public init(_ race: CompareRace) { self.race = race }

  private var options: CompareOptions { race.options }

  /// The books from which on it pays to read less than all of them.
  private static let largeLibrary = 5_000

  /// Runs every strategy and checks every claim.
  ///
  /// - Throws: What keeps a strategy from running; `interrupted` if a signal asks for it.
  public func run() throws(StoreError) -> CompareReport {
    var report = CompareReport(options)
    for strategy in LoadingStrategy.allCases { report.strategies[strategy] = try measure(strategy) }
    var policies = PolicyRace(books: options.books, budget: options.budget)
    policies.run()
    report.policies = policies.results
    checkStatements(&report)
    try checkLibraries(&report)
    checkRanking(&report)
    checkPolicies(&report)
    return report
  }

  /// The figures of a strategy's quickest run: what else the machine does can only make one slower.
  private func measure(_ strategy: LoadingStrategy) throws(StoreError) -> StrategyFigures {
    var best = try race.run(strategy)
    for _ in 1..<runCount {
      let figures = try race.run(strategy)
      if figures.microseconds < best.microseconds { best = figures }
    }
    return best
  }

  /// Where statements wait, one run says enough, and where they are many, a few do.
  private var runCount: Int {
    if options.latency > .zero { return 1 }
    return options.books > 20_000 ? 3 : 15
  }

  private func checkStatements(_ report: inout CompareReport) {
    let task = options.task
    for strategy in LoadingStrategy.allCases {
      guard let count = task.statementCount(strategy) else { continue }
      report.add(
        .equal(
          2, "\(strategy.title) runs as many statements as its rule says", count,
          report.figures(strategy).statements))
    }
    let (lazy, budget) = (report.figures(.lazy), report.figures(.budget))
    report.add(.within(9, "Under a budget no more than that is held", 0...options.budget, budget.held))
    report.add(
      .equal(9, "Evicted records are read again at their next look", true, budget.rows >= lazy.rows))
    if options.books >= Self.largeLibrary {
      report.add(.equal(2, "Lazy reads fewer rows than eager", true, lazy.rows < report.figures(.eager).rows))
    }
  }

  /// Checks that all libraries have the same edits at the end: the strategies differ in nothing but how they read.
  private func checkLibraries(_ report: inout CompareReport) throws(StoreError) {
    let edited = options.task.edited
    for strategy in LoadingStrategy.allCases {
      var written = 0
      for book in edited.sorted() where try race.author(of: book, strategy) == CompareTask.author {
        written += 1
      }
      report.add(.equal(3, "\(strategy.title) has written every edit", edited.count, written))
    }
  }

  /// The order of the strategies without latency and with one.
  private func checkRanking(_ report: inout CompareReport) {
    func time(_ strategy: LoadingStrategy) -> Int { report.figures(strategy).microseconds }
    guard options.latency >= .milliseconds(1) else {
      // Of a small library eager is as quick: it reads all in one go, and that is not much.
      guard options.books >= Self.largeLibrary else { return }
      let lazily = [LoadingStrategy.lazy, .batches, .budget]
      report.add(
        .equal(
          2, "Without latency every lazy strategy is faster than eager, and eager is faster than N+1", true,
          lazily.allSatisfy { time($0) < time(.eager) } && time(.eager) < time(.nPlusOne)))
      return
    }
    let order = [LoadingStrategy.eager, .batches, .lazy, .budget, .nPlusOne]
    report.add(
      .equal(
        2, "With a latency the order follows the number of statements", order.map(\.title),
        report.ranking.map(\.title)))
    let waited = report.figures(.nPlusOne).statements * options.microseconds
    report.add(
      .equal(2, "N+1 waits for each of its statements", true, time(.nPlusOne) >= waited))
  }

  private func checkPolicies(_ report: inout CompareReport) {
    let hits = Dictionary(uniqueKeysWithValues: report.policies.map { ($0.policy, $0.hits) })
    let (used, random, all) = (
      hits[.leastRecentlyUsed] ?? 0, hits[.random] ?? 0, hits[EvictionPolicy.none] ?? 0
    )
    // With room for two the last look says nothing, and with much room both find nearly all.
    if 4...128 ~= options.budget {
      report.add(.equal(9, "Least recently used hits more often than random", true, used > random))
    }
    report.add(.equal(9, "No policy hits more often than without a limit", true, all >= used))
  }
}
