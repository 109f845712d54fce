import Cells

/// What a line of the strip is about at the moment.
enum StripLine: Hashable {
  /// A guess is asked for, of which so much is typed.
  case question(typed: String)
  /// The tour has stopped.
  case halt(StatementStop.Halt)
  /// Keys are being pressed, these so far, or what they began goes on.
  case playing([Key])
  /// What became of a guess.
  case result(Quiz.Result, right: Int, total: Int)
  /// The tour has gone back to where so much was held.
  case returned(Figures)
  /// Nothing goes on; these keys were pressed for the person.
  case rest([Key])
}
