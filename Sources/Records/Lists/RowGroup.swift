/// The rows of a sorted list that share a value of the field that it is sorted by.
public struct RowGroup: Hashable, Sendable {
  /// The value; of texts that differ only by case there may be several, the one that most rows hold first.
  public private(set) var values: [Value]
  /// How many rows there are.
  public private(set) var count: Int
  /// The sum of the field that is totalled, over the rows that have a number in it.
  public private(set) var sum: Double
  /// How many rows have a number in it.
  public private(set) var numberCount: Int

  /// The most values that are kept.
  static let valueLimit = 20

  /// Makes a group with one value.
  public init(_ value: Value, count: Int, sum: Double = 0, numberCount: Int = 0) {
    (values, self.count, self.sum, self.numberCount) = ([value], count, sum, numberCount)
    largest = count
  }

  /// How many rows hold the first value.
  private var largest: Int

  /// The value that most rows hold.
  public var value: Value { values[0] }

  /// The average of the field that is totalled; nil if no row has a number in it.
  public var average: Double? { numberCount == 0 ? nil : sum / Double(numberCount) }

  /// Takes in the rows with another spelling of the value.
  public mutating func join(_ other: RowGroup) {
    if other.count > largest {
      values.insert(contentsOf: other.values, at: 0)
      largest = other.count
    } else {
      values += other.values
    }
    if values.count > Self.valueLimit { values.removeLast(values.count - Self.valueLimit) }
    count += other.count
    sum += other.sum
    numberCount += other.numberCount
  }
}

/// The groups of a sorted list, in its order.
public struct RowGroups: Hashable, Sendable {
  /// The field by whose values the rows are grouped, by its index.
  public let field: Int
  /// The field whose numbers are totalled, by its index.
  public let total: Int?
  /// The groups.
  public private(set) var groups: [RowGroup] = []
  /// Whether these are all of them.
  public var isComplete = true

  /// The most groups that are kept.
  public static let limit = 100_000

  /// Makes groups by a field.
  public init(by field: Int, total: Int?) { (self.field, self.total) = (field, total) }

  /// Adds a group at the end, or joins it to the last one.
  public mutating func add(_ group: RowGroup, isOfLast: Bool) {
    if isOfLast, !groups.isEmpty { groups[groups.count - 1].join(group) } else { groups.append(group) }
  }

  /// The group of the row at a place of the list; the last one for a place behind it.
  ///
  /// - Complexity: O(*n*) in the groups before it.
  public func group(of place: Int) -> Int {
    var rest = place
    for (number, group) in groups.enumerated() {
      if rest < group.count { return number }
      rest -= group.count
    }
    return max(0, groups.count - 1)
  }

  /// The place in the list of a group's first row.
  ///
  /// - Complexity: O(*n*) in the groups before it.
  public func firstPlace(of group: Int) -> Int { groups.prefix(group).reduce(0) { $0 + $1.count } }
}
