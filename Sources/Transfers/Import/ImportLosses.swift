/// The filled cells of a file for which the table has no place.
public struct ImportLosses: Hashable, Sendable {
  /// Values that have no place.
  public struct Loss: Hashable, Sendable {
    /// What they are about: a column of the file, or a field of books.
    public let name: String
    /// Their number.
    public fileprivate(set) var count: Int
  }

  /// The number of values that have a place.
  public private(set) var keptCount = 0
  /// The values without one, in the order in which they were found.
  public private(set) var losses: [Loss] = []

  /// The number of values without a place.
  public var lostCount: Int { losses.reduce(0) { $0 + $1.count } }

  /// Whether more than a third of the values have no place, so that a person should be asked.
  public var areLarge: Bool { lostCount * 2 > keptCount }

  mutating func noteKept(_ count: Int) { keptCount += count }

  mutating func noteLost(_ name: String, _ count: Int = 1) {
    guard count > 0 else { return }
    if let place = losses.firstIndex(where: { $0.name == name }) {
      losses[place].count += count
    } else {
      losses.append(Loss(name: name, count: count))
    }
  }
}
