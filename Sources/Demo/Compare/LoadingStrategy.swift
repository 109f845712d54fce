/// A way to load a list and its records.
package enum LoadingStrategy: String, CaseIterable, Hashable, Sendable {
  case eager
  /// The keys, then a statement for each row, as the sample programs of 2008 did.
  case nPlusOne = "n+1"
  case lazy
  case batches
  case budget

  var title: String {
    switch self {
    case .eager: "eager"
    case .nPlusOne: "N+1"
    case .lazy: "lazy"
    case .batches: "batches"
    case .budget: "lazy + budget"
    }
  }

  /// How the strategy loads, in at most 76 columns.
  var explanation: String {
    switch self {
    case .eager: "One statement reads all columns of all rows, and all of it is held."
    case .nPlusOne: "One statement reads the keys, then one for each row reads its title."
    case .lazy: "One statement for each screenful of titles, and one for each first look."
    case .batches: "As lazy, but each look reads a block of \(StrategyRun.blockSize) neighbours."
    case .budget: "As lazy, but holds only so many records: the least recently used is dropped."
    }
  }
}
