import CNcurses
import Cells

/// How a cell is shown: the one place where roles become attributes and colours.
///
/// One accent, which is cyan, or bold and reverse video where there is no colour; dim for what is secondary; red only
/// for what is wrong.
struct Look {
  /// The attributes of ncurses.
  let attributes: attr_t
  /// The colour pair.
  let pair: Int16

  /// The look of a role, on a terminal that has colours or has none.
  static func of(_ role: Role, colors: Bool) -> Look {
    colors ? colored(role) : plain(role)
  }

  /// Tells ncurses the colours of the pairs.
  static func definePairs() {
    for pair in Pair.allCases { init_pair(pair.rawValue, pair.foreground, pair.background) }
  }

  private enum Pair: Int16, CaseIterable {
    case accent = 1
    case wrong
    case hydrated
    case dirty
    /// Black on the accent, which can be read on light and on dark terminals; reverse video of the accent can not.
    case selected

    var foreground: Int16 {
      switch self {
      case .accent: Int16(COLOR_CYAN)
      case .wrong: Int16(COLOR_RED)
      case .hydrated: Int16(COLOR_GREEN)
      case .dirty: Int16(COLOR_YELLOW)
      case .selected: Int16(COLOR_BLACK)
      }
    }

    var background: Int16 {
      // The terminal's own, where there is no other.
      self == .selected ? Int16(COLOR_CYAN) : -1
    }
  }

  private init(_ attributes: attr_t, _ pair: Pair? = nil) {
    self.attributes = attributes
    self.pair = pair?.rawValue ?? 0
  }

  private static func colored(_ role: Role) -> Look {
    switch role {
    case .content, .bar, .message: Look(cnc_normal)
    case .title: Look(cnc_bold)
    case .action: Look(cnc_normal, .accent)
    case .selected: Look(cnc_normal, .selected)
    case .match: Look(cnc_underline, .accent)
    case .selectedMatch: Look(cnc_underline, .selected)
    case .label, .dim, .border: Look(cnc_dim)
    case .error: Look(cnc_normal, .wrong)
    case .hydrated: Look(cnc_normal, .hydrated)
    case .dirty: Look(cnc_bold, .dirty)
    }
  }

  private static func plain(_ role: Role) -> Look {
    switch role {
    case .content, .bar, .message, .hydrated: Look(cnc_normal)
    case .title, .action, .error, .dirty: Look(cnc_bold)
    case .selected: Look(cnc_reverse)
    case .match: Look(cnc_underline)
    case .selectedMatch: Look(cnc_reverse | cnc_underline)
    case .label, .dim, .border: Look(cnc_dim)
    }
  }
}
