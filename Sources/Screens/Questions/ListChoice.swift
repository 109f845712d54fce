import Records

/// A list that can be opened, and its name in a menu.
public struct ListChoice: Hashable, Sendable {
  /// The name in the menu.
  public var name: String
  /// The rows that the list shows.
  public var source: ListSource

  /// Makes a choice.
  public init(name: String, source: ListSource) {
    self.name = name
    self.source = source
  }
}
