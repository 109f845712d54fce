/// A version of asciicast, the format of asciinema's recordings.
///
/// Version 2 is understood by every player; in version 3 an event has the seconds since the one before it.
public enum CastFormat: String, CaseIterable, Sendable {
  /// Version 2.
  case two = "2"
  /// Version 3.
  case three = "3"
}
