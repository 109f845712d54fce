import BookStore
import Records
import Screens

/// The result of a statement that a browser shows over that of the library.
struct ShownResult: Sendable {
  /// The result, whose file goes with it.
  let result: StatementResult
  /// The path of the library.
  let library: String
  /// How its list is shown at first.
  let view: ListView?

  /// The commands that were typed before.
  let commands: SearchHistory

  init(of result: StatementResult, library: String, view: ListView?, commands: SearchHistory) {
    (self.result, self.library, self.view, self.commands) = (result, library, view, commands)
  }
}
