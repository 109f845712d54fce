/// A way in which a program can load a list of records and the records themselves.
public enum LoadingStrategy: String, CaseIterable, Hashable, Sendable {
  /// Everything at the start, by one statement.
  case eager
  /// The keys, then a statement for each row, as the sample programs of 2008 did.
  case nPlusOne = "n+1"
  /// The titles on the screen, and a record when it is looked at.
  case lazy
  /// As lazy, but a look reads the neighbours as well.
  case batches
  /// As lazy, but no more than so many records are held.
  case budget

  /// What people call it.
  public var title: String {
    switch self {
    case .eager: "eager"
    case .nPlusOne: "N+1"
    case .lazy: "lazy"
    case .batches: "batches"
    case .budget: "lazy + budget"
    }
  }

  /// How it loads, in at most 76 columns.
  public var explanation: String {
    switch self {
    case .eager: "One statement reads all columns of all rows, and all of it is held."
    case .nPlusOne: "One statement reads the keys, then one for each row reads its title."
    case .lazy: "One statement for each screenful of titles, and one for each first look."
    case .batches: "As lazy, but each look reads a block of \(StrategyRun.blockSize) neighbours."
    case .budget: "As lazy, but holds only so many records: the least recently used is dropped."
    }
  }
}
