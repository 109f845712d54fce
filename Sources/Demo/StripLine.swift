import Cells

/// What a line of the strip shows at the moment.
enum StripLine: Hashable {
  /// The quiz asks for a guess; has what was typed so far.
  case question(typed: String)
  /// The tour has stopped.
  case halt(StatementStop.Halt)
  /// Keys are being pressed, these so far, or their effect is still in progress.
  case playing([Key])
  /// The result of a guess about a step.
  case result(Quiz.Result, of: DemoStep, right: Int, total: Int)
  /// The tour has gone back to a state with these figures.
  case returned(Figures)
  /// The tour is idle; these keys were pressed for the person.
  case rest([Key])
}
