/// When edits are written to the database.
public enum SaveMoment: String, Hashable, Sendable, CaseIterable {
  /// On a memory warning, on quitting, on suspending and on a terminating signal.
  case pressure
  /// On each Save; the other moments still write what could not be written then.
  case edit
}
