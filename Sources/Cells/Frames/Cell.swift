/// One cell of a frame.
public struct Cell: Hashable, Sendable {
  /// A base character with at most four combining marks; empty in the right half of a wide character.
  public var text: String
  /// The columns that `text` takes: 1, 2, or 0 in the right half of a wide character.
  public var width: Int8
  /// The role, which determines the look of a cell without ink.
  public var role: Role
  /// The colours of a picture's cell; nil in all other cells.
  public var ink: Ink?
  /// The number of the frame's address that the cell links to, from 1; 0 for none.
  public internal(set) var link: UInt8 = 0

  /// Creates a cell.
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
