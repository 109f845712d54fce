import BookStore
import Cells
import Screens

/// How the browser ended.
public enum Ending: Hashable, Sendable {
  case quit
  /// A signal arrived or the terminal went away, which counts as a hang-up; `unwritten` tells what could not be written back.
  case signal(Signal, unwritten: Unwritten?)

  /// Edits that could not be written back.
  public struct Unwritten: Hashable, Sendable {
    /// The number of records that are still dirty.
    public let count: Int
    /// Why the first record could not be written.
    public let reason: StoreError

    init?(_ result: WriteBackResult, of store: BookStore) {
      guard let reason = result.reason else { return nil }
      count = store.counts.dirty
      self.reason = result.error == nil ? reason : store.constraints.explained(reason)
    }
  }
}
