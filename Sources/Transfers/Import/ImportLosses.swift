/// The filled cells of a file for which the table has no place.
public struct ImportLosses: Hashable, Sendable {
  /// The lost values of one column or book field.
  public struct Loss: Hashable, Sendable {
    /// The column of the file, or the book field.
    public let name: String
    /// The number of lost values.
    public fileprivate(set) var count: Int
  }

  /// The number of values that have a place.
  public private(set) var keptCount = 0
  /// The losses, in the order in which they were found.
  public private(set) var losses: [Loss] = []

  /// The number of lost values.
  public var lostCount: Int { losses.reduce(0) { $0 + $1.count } }

  /// Whether more than a third of the values have no place, so that the person should be asked.
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
