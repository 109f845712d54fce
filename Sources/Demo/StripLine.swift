import Cells

enum StripLine: Hashable {
  case question(typed: String)
  case halt(StatementStop.Halt)
  case playing([Key])
  case result(Quiz.Result, of: DemoStep, right: Int, total: Int)
  case returned(Figures)
  /// The tour is idle; it has pressed these keys.
  case rest([Key])
}
