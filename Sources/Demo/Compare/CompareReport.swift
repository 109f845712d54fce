/// The results of the comparison.
package struct CompareReport: Hashable, Sendable, Claims {
  let options: CompareOptions
  /// The times are those of the fastest of several runs.
  var strategies: [LoadingStrategy: StrategyFigures] = [:]
  var policies: [PolicyRace.Result] = []
  private(set) var claims: [Claim] = []

  init(_ options: CompareOptions) { self.options = options }

  package var holds: Bool { claims.allSatisfy(\.holds) }

  mutating func add(_ claim: Claim) { claims.append(claim) }

  var ranking: [LoadingStrategy] {
    LoadingStrategy.allCases.sorted { figures($0).microseconds < figures($1).microseconds }
  }

  func figures(_ strategy: LoadingStrategy) -> StrategyFigures { strategies[strategy] ?? StrategyFigures() }

  package var json: String {
    ReportValue.object([
      "books": .number(options.books), "looks": .number(options.task.looks.count),
      "latencyMicroseconds": .number(options.microseconds), "budget": .number(options.budget),
      "strategies": .list(LoadingStrategy.allCases.map(json)),
      "ranking": .list(ranking.map { .text($0.rawValue) }), "policies": .list(policies.map(\.json)),
      "claims": .list(claims.map(\.json)), "holds": .truth(holds),
    ]).lines()
  }

  private func json(_ strategy: LoadingStrategy) -> ReportValue {
    .object(figures(strategy).json.merging(["name": .text(strategy.rawValue)]) { $1 })
  }
}

extension PolicyRace.Result {
  fileprivate var json: ReportValue {
    .object([
      "policy": .text(policy.rawValue), "hits": .number(hits), "misses": .number(misses),
      "evictions": .number(evictions), "held": .number(held),
    ])
  }
}
