/// The rows of a sorted list that share a value of the sort field.
public struct RowGroup: Hashable, Sendable {
  /// The most frequent spelling of the value.
  public private(set) var value: Value
  /// The other spellings, which differ only by case; few groups have any.
  private var others: [Value] = []
  /// The number of rows.
  public private(set) var count: Int
  /// The total of the summed field, over the rows that have a number in it.
  public private(set) var sum: Double
  /// The number of rows that have a number in the summed field.
  public private(set) var numberCount: Int

  static let valueLimit = 20

  package init(_ value: Value, count: Int, sum: Double = 0, numberCount: Int = 0) {
    (self.value, self.count, self.sum, self.numberCount) = (value, count, sum, numberCount)
    largest = count
  }

  private var largest: Int

  /// All spellings of the value, the most frequent first.
  public var values: [Value] { [value] + others }

  /// The average of the summed field; nil if no row has a number in it.
  public var average: Double? { numberCount == 0 ? nil : sum / Double(numberCount) }

  /// Adds the rows with another spelling.
  package mutating func join(_ other: RowGroup) {
    if other.count > largest {
      others = other.others + [value] + others
      (value, largest) = (other.value, other.count)
    } else {
      others += other.values
    }
    others.removeLast(max(0, others.count - (Self.valueLimit - 1)))
    count += other.count
    sum += other.sum
    numberCount += other.numberCount
  }
}

/// The groups of a sorted list, in its order.
public struct RowGroups: Hashable, Sendable {
  /// The index of the sort field.
  public let field: Int
  /// The index of the summed field.
  public let total: Int?
  /// The groups in list order.
  public private(set) var groups: [RowGroup] = []
  /// Whether all groups are known.
  public var isComplete = true

  /// The maximum number of groups.
  public static let limit = 100_000

  package init(by field: Int, total: Int?) { (self.field, self.total) = (field, total) }

  /// Adds a group at the end, or merges it into the last group.
  package mutating func add(_ group: RowGroup, isOfLast: Bool) {
    if isOfLast, !groups.isEmpty { groups[groups.count - 1].join(group) } else { groups.append(group) }
  }

  /// The group of the row at a position, or the last group; linear in the groups before it.
  public func group(of place: Int) -> Int {
    var rest = place
    for (number, group) in groups.enumerated() {
      if rest < group.count { return number }
      rest -= group.count
    }
    return max(0, groups.count - 1)
  }

  /// The position of a group's first row; linear in the groups before it.
  public func firstPlace(of group: Int) -> Int { groups.prefix(group).reduce(0) { $0 + $1.count } }
}

/// A distinct value of a field, with its number of rows.
public struct ValueLine: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The number of rows that hold the value.
  public var count: Int

  package init(value: Value, count: Int) { (self.value, self.count) = (value, count) }
}
