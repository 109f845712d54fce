import BookStore
import Records
import Screens

/// The result of a statement that a browser shows over the library's browser.
struct ShownResult: Sendable {
  /// The result, which owns its file.
  let result: StatementResult
  let library: String
  let view: ListView?

  let commands: SearchHistory

  init(of result: StatementResult, library: String, view: ListView?, commands: SearchHistory) {
    (self.result, self.library, self.view, self.commands) = (result, library, view, commands)
  }
}
