/// The content of one or two cells: a base character with its marks.
public struct Glyph: Hashable, Sendable {
  /// A base character with at most four combining marks; never a control character.
  public let text: String
  /// The columns that `text` takes: 1 or 2.
  public let width: Int

  package init(text: String, width: Int) {
    self.text = text
    self.width = width
  }
}
