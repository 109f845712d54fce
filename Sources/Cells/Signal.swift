/// A signal that the program answers, beside those for the terminal's size and for going on.
public enum Signal: Hashable, Sendable, CaseIterable {
  /// SIGTERM.
  case terminate
  /// SIGHUP.
  case hangUp
  /// SIGINT from outside; Ctrl-C is a key.
  case interrupt
  /// SIGTSTP from outside; Ctrl-Z is a key.
  case stop
  /// SIGUSR1: a memory warning.
  case memoryWarning
}
