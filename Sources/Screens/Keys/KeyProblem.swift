import Cells

/// Why keys cannot be set for actions.
public enum KeyProblem: Error, Hashable, Sendable {
  case noAction(String, nearest: String?)
  case noKey(String)
  case collision(Key, Mode, String, String)

  /// The problem, as a sentence without a full stop.
  public var text: String {
    switch self {
    case .noAction(let name, let nearest):
      "there is no action “\(name)”" + (nearest.map { "; did you mean “\($0)”?" } ?? "")
    case .noKey(let name):
      "there is no key “\(name)”: keys are called x, ^X, Alt-X, Enter, Esc, Tab, F1, Up, PgDn …"
    case .collision(let key, let mode, let first, let second):
      "\(key.word) would be both “\(first)” and “\(second)” (\(mode.name)): give one of them another key"
    }
  }
}
