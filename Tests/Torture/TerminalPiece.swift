import Cells

/// One thing that a terminal sends, whole.
struct TerminalPiece {
  let bytes: [UInt8]
  /// What a person has typed or pasted by it.
  var typed: [Event] = []
}
