import Platform

/// A program between this one and the terminal; the number is the one by which it answers what it is (DA2).
enum Multiplexer: Int {
  case screen = 83
  case tmux = 84

  /// The one that the environment is of, which need not be on this computer; nil for none.
  static func inEnvironment(variable: (String) -> String? = Environment.value) -> Multiplexer? {
    let name = variable("TERM") ?? ""
    if variable("TMUX") != nil || name.hasPrefix("tmux") { return .tmux }
    if variable("STY") != nil || name.hasPrefix("screen.") { return .screen }
    // tmux has that name by default; screen itself says what it is.
    return name.hasPrefix("screen") ? .tmux : nil
  }
}
