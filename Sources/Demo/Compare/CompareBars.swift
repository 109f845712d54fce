import Cells
import Screens

struct CompareBars {
  struct Measure: Sendable {
    let title: String
    let value: @Sendable (StrategyFigures) -> Int
    let text: @Sendable (Int) -> String
  }

  static let measures = [
    Measure(title: "statements", value: { $0.statements }, text: Wording.number),
    Measure(title: "time", value: { $0.microseconds }, text: CompareWording.time),
  ]

  private let figures: [LoadingStrategy: StrategyFigures]

  init(_ figures: [LoadingStrategy: StrategyFigures]) { self.figures = figures }

  private func value(_ strategy: LoadingStrategy, _ measure: Measure) -> Int {
    figures[strategy].map(measure.value) ?? 0
  }

  func bar(_ strategy: LoadingStrategy, _ measure: Measure, width: Int) -> String {
    let most = LoadingStrategy.allCases.map { value($0, measure) }.max() ?? 0
    return BlockBar.text(Double(value(strategy, measure)), of: Double(most), width: width)
  }

  private static let nameWidth = 15

  func lines(width: Int) -> [String] {
    Self.measures.flatMap { measure in
      let texts = LoadingStrategy.allCases.map { measure.text(value($0, measure)) }
      let room = width - Self.nameWidth - 1 - (texts.map(\.count).max() ?? 0)
      return [measure.title]
        + zip(LoadingStrategy.allCases, texts).map { strategy, text in
          let name =
            strategy.title + String(repeating: " ", count: max(1, Self.nameWidth - strategy.title.count))
          let bar = bar(strategy, measure, width: room)
          return name + bar + (bar.isEmpty ? "" : " ") + text
        }
    }
  }
}
