/// One cell of a frame: what it shows and what it is.
public struct Cell: Hashable, Sendable {
  /// A base character with at most four combining marks; empty in the right half of a wide character.
  public var text: String
  /// The columns that `text` takes: 1, 2, or 0 in the right half of a wide character.
  public var width: Int8
  /// What the cell is.
  public var role: Role
  /// The colours of a picture's cell; nil in all others, whose look is their role's.
  public var ink: Ink?
  /// Which of its frame's addresses the cell leads to, from 1; 0 for none.
  public internal(set) var link: UInt8 = 0

  /// Makes a cell of its parts.
  public init(text: String, width: Int, role: Role, ink: Ink? = nil) {
    self.text = text
    self.width = Int8(width)
    self.role = role
    self.ink = ink
  }

  /// A blank of one column.
  public static func blank(_ role: Role) -> Cell { Cell(text: " ", width: 1, role: role) }

  /// The right half of a wide character.
  public static func tail(_ role: Role) -> Cell { Cell(text: "", width: 0, role: role) }
}
