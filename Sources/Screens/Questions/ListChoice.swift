import Records

/// A list that can be opened, and what a menu calls it.
public struct ListChoice: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// Which rows it is of.
  public var source: ListSource

  /// Makes a choice of its parts.
  public init(name: String, source: ListSource) {
    self.name = name
    self.source = source
  }
}
