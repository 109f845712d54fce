/// When an edit reaches the database.
public enum SaveMoment: String, Hashable, Sendable, CaseIterable {
  /// On a memory warning, on quitting, on suspending and on a terminating signal.
  case pressure
  /// At each Save; the other moments still sweep up what could not be written then.
  case edit
}
