import CNcurses
import Cells

/// How a cell is shown: the one place where roles become attributes and colours.
///
/// One accent, which is cyan, or bold and reverse video if there is no colour; dim for what is secondary; red only
/// for what is wrong.
struct Look {
  /// The attributes of ncurses.
  let attributes: attr_t
  /// The colour pair.
  let pair: Int32

  /// The look of a role, on a terminal that has colours or has none.
  static func of(_ role: Role, colors: Bool) -> Look {
    colors ? colored(role) : plain(role)
  }

  /// Tells ncurses the colours of the pairs.
  static func definePairs() {
    for pair in Pair.allCases { cnc_define_pair(pair.rawValue, pair.foreground, pair.background) }
  }

  /// The first pair that no role has.
  static let firstFreePair = Int32(Pair.allCases.count + 1)

  private enum Pair: Int32, CaseIterable {
    case accent = 1
    case wrong
    case hydrated
    case dirty
    /// Black on the accent, which can be read on light and on dark terminals; reverse video of the accent can not.
    case selected

    var foreground: Int32 {
      switch self {
      case .accent: Int32(COLOR_CYAN)
      case .wrong: Int32(COLOR_RED)
      case .hydrated: Int32(COLOR_GREEN)
      case .dirty: Int32(COLOR_YELLOW)
      case .selected: Int32(COLOR_BLACK)
      }
    }

    var background: Int32 {
      // The terminal's own, if there is no other.
      self == .selected ? Int32(COLOR_CYAN) : -1
    }
  }

  /// The look of a picture's cell.
  init(_ ink: Ink, _ pairs: inout InkPairs) {
    (attributes, pair) = pairs.look(of: ink)
  }

  private init(_ attributes: attr_t, _ pair: Pair? = nil) {
    self.attributes = attributes
    self.pair = pair?.rawValue ?? 0
  }

  private static func colored(_ role: Role) -> Look {
    switch role {
    case .content, .bar, .message, .picture: Look(cnc_normal)
    case .title: Look(cnc_bold)
    case .action: Look(cnc_normal, .accent)
    case .selected: Look(cnc_normal, .selected)
    case .match: Look(cnc_underline, .accent)
    case .selectedMatch: Look(cnc_underline, .selected)
    case .label, .dim, .border: Look(cnc_dim)
    case .error: Look(cnc_normal, .wrong)
    case .wrong: Look(cnc_underline, .wrong)
    case .hydrated: Look(cnc_normal, .hydrated)
    case .dirty: Look(cnc_bold, .dirty)
    }
  }

  private static func plain(_ role: Role) -> Look {
    switch role {
    case .content, .bar, .message, .hydrated, .picture: Look(cnc_normal)
    case .title, .action, .error, .dirty: Look(cnc_bold)
    case .selected: Look(cnc_reverse)
    case .match: Look(cnc_underline)
    case .wrong: Look(cnc_bold | cnc_underline)
    case .selectedMatch: Look(cnc_reverse | cnc_underline)
    case .label, .dim, .border: Look(cnc_dim)
    }
  }
}
