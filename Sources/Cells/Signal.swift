/// A signal that the program handles, besides those for resizing and continuing.
public enum Signal: Hashable, Sendable, CaseIterable {
  case terminate
  case hangUp
  /// SIGINT from outside; Ctrl-C is a key.
  case interrupt
  /// SIGTSTP from outside; Ctrl-Z is a key.
  case stop
  /// SIGUSR1.
  case memoryWarning
}
