import Records

/// A list that can be opened, and its name in a menu.
public struct ListChoice: Hashable, Sendable {
  /// Its name in the menu.
  public var name: String
  /// The rows that it shows.
  public var source: ListSource

  /// Makes a choice from its parts.
  public init(name: String, source: ListSource) {
    self.name = name
    self.source = source
  }
}
