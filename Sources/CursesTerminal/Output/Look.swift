import CNcurses
import Cells

/// How a cell is shown: the only place where roles become attributes and colours.
struct Look {
  let attributes: attr_t
  let pair: Int32

  /// Defines the colour pairs, and returns the looks in the order of `Role.index`; `colors` is 0 without colours.
  static func all(in theme: Theme, _ styles: [Role: Style] = [:], colors: Int) -> [Look] {
    guard colors > 0, theme != .mono else { return Role.allCases.map(plain) }
    for pair in Pair.allCases {
      cnc_define_pair(pair.rawValue, pair.foreground(in: theme), pair.background(in: theme))
    }
    var pairs: [[Int32]] = []
    return Role.allCases.map { role in
      guard let style = styles[role] ?? Style.of(role, in: theme) else { return colored(role) }
      let numbers = [style.foreground, style.background].map { color in
        color.map { $0.number(of: colors) } ?? -1
      }
      // Without enough colours for a style, the palette is used.
      guard !numbers.contains(nil) else { return colored(role) }
      return look(style.attributes, numbers.map { $0 ?? -1 }, &pairs)
    }
  }

  private static func look(_ attributes: attr_t, _ numbers: [Int32], _ pairs: inout [[Int32]]) -> Look {
    guard numbers != [-1, -1] else { return Look(attributes: attributes, pair: 0) }
    let first = Int32(Pair.allCases.count + 1)
    if let place = pairs.firstIndex(of: numbers) {
      return Look(attributes: attributes, pair: first + Int32(place))
    }
    pairs.append(numbers)
    let pair = first + Int32(pairs.count - 1)
    cnc_define_pair(pair, numbers[0], numbers[1])
    return Look(attributes: attributes, pair: pair)
  }

  private init(attributes: attr_t, pair: Int32) { (self.attributes, self.pair) = (attributes, pair) }

  /// The first pair that no role uses; with few colours, only looks of the palette have pairs.
  static func firstFreePair(colors: Int) -> Int32 {
    Int32(Pair.allCases.count + (colors >= 256 ? Role.allCases.count : 0) + 1)
  }

  private enum Pair: Int32, CaseIterable {
    case accent = 1
    case wrong
    case hydrated
    case dirty
    /// Black on the accent is legible on light and dark terminals; the accent in reverse video is not. On a light background,
    /// the selection is white on blue.
    case selected
    case danger
    case spine1, spine2, spine3, spine4, spine5, spine6

    func foreground(in theme: Theme) -> Int32 {
      let isLight = theme == .light
      // On white, cyan, green and yellow have a contrast of at most 2 : 1.
      return switch self {
      case .accent: Int32(isLight ? COLOR_BLUE : COLOR_CYAN)
      case .wrong: Int32(COLOR_RED)
      case .hydrated: Int32(isLight ? COLOR_BLUE : COLOR_GREEN)
      case .dirty: Int32(isLight ? COLOR_BLACK : COLOR_YELLOW)
      case .selected: Int32(isLight ? COLOR_WHITE : COLOR_BLACK)
      case .danger: Int32(COLOR_WHITE)
      case .spine1: Int32(isLight ? COLOR_BLACK : COLOR_WHITE)
      case .spine2, .spine3: Int32(COLOR_BLACK)
      case .spine4, .spine5: Int32(COLOR_WHITE)
      case .spine6: Int32(isLight ? COLOR_WHITE : COLOR_BLACK)
      }
    }

    func background(in theme: Theme) -> Int32 {
      let isLight = theme == .light
      return switch self {
      case .selected: Int32(isLight ? COLOR_BLUE : COLOR_CYAN)
      case .danger: Int32(COLOR_RED)
      // The colour of the selection is left out.
      case .spine1: Int32(isLight ? COLOR_CYAN : COLOR_BLUE)
      case .spine2: Int32(COLOR_YELLOW)
      case .spine3: Int32(COLOR_GREEN)
      case .spine4: Int32(COLOR_RED)
      case .spine5: Int32(COLOR_MAGENTA)
      case .spine6: Int32(isLight ? COLOR_BLACK : COLOR_WHITE)
      // The terminal's own colour.
      case .accent, .wrong, .hydrated, .dirty: -1
      }
    }
  }

  init(_ ink: Ink, _ pairs: inout InkPairs) {
    (attributes, pair) = pairs.look(of: ink)
  }

  private init(_ attributes: attr_t, _ pair: Pair? = nil) {
    self.attributes = attributes
    self.pair = pair?.rawValue ?? 0
  }

  /// The look of a role outside the terminal, with the nearest of xterm's 256 colours.
  static func textStyle(of role: Role, in theme: Theme, _ styles: [Role: Style]) -> TextStyle {
    if theme == .mono { return TextStyle(attributes: plain(role).attributes) }
    if let style = styles[role] ?? Style.of(role, in: theme) {
      var text = TextStyle(attributes: style.attributes)
      text.foreground = style.foreground.map { .palette(UInt8($0.index)) }
      text.background = style.background.map { .palette(UInt8($0.index)) }
      return text
    }
    let look = colored(role)
    var text = TextStyle(attributes: look.attributes)
    let pair = Pair(rawValue: look.pair)
    text.foreground = pair.map { .palette(UInt8($0.foreground(in: theme))) }
    text.background = pair.flatMap { UInt8(exactly: $0.background(in: theme)) }.map { .palette($0) }
    return text
  }

  private static func colored(_ role: Role) -> Look {
    switch role {
    case .content, .bar, .message, .picture: Look(cnc_normal)
    case .title: Look(cnc_bold)
    case .action, .focusedBorder: Look(cnc_normal, .accent)
    case .selected: Look(cnc_normal, .selected)
    case .match: Look(cnc_underline, .accent)
    case .selectedMatch: Look(cnc_underline, .selected)
    case .resting: Look(cnc_bold | cnc_underline, .accent)
    case .label, .dim, .border: Look(cnc_dim)
    case .error: Look(cnc_normal, .wrong)
    case .wrong: Look(cnc_underline, .wrong)
    case .hydrated: Look(cnc_normal, .hydrated)
    case .dirty: Look(cnc_bold, .dirty)
    case .stars: Look(cnc_normal, .dirty)
    case .button: Look(cnc_reverse)
    case .buttonLetter: Look(cnc_reverse | cnc_underline)
    case .danger: Look(cnc_normal, .danger)
    case .dangerLetter: Look(cnc_underline, .danger)
    case .spine1: Look(cnc_normal, .spine1)
    case .spine2: Look(cnc_normal, .spine2)
    case .spine3: Look(cnc_normal, .spine3)
    case .spine4: Look(cnc_normal, .spine4)
    // White is too dim on magenta unless it is bright.
    case .spine5: Look(cnc_bold, .spine5)
    case .spine6: Look(cnc_normal, .spine6)
    }
  }

  private static func plain(_ role: Role) -> Look {
    switch role {
    // Their frames set spines apart.
    case .content, .bar, .message, .hydrated, .picture, .stars, .spine1, .spine2, .spine3, .spine4, .spine5,
      .spine6:
      Look(cnc_normal)
    case .title, .action, .error, .dirty, .focusedBorder, .button, .danger: Look(cnc_bold)
    case .buttonLetter, .dangerLetter: Look(cnc_bold | cnc_underline)
    case .selected: Look(cnc_reverse)
    case .resting: Look(cnc_bold | cnc_underline)
    case .match: Look(cnc_underline)
    case .wrong: Look(cnc_bold | cnc_underline)
    case .selectedMatch: Look(cnc_reverse | cnc_underline)
    case .label, .dim, .border: Look(cnc_dim)
    }
  }
}

extension Role {
  var index: Int {
    switch self {
    case .content: 0
    case .bar: 1
    case .title: 2
    case .action: 3
    case .selected: 4
    case .resting: 5
    case .match: 6
    case .selectedMatch: 7
    case .label: 8
    case .dim: 9
    case .error: 10
    case .wrong: 11
    case .hydrated: 12
    case .dirty: 13
    case .message: 14
    case .border: 15
    case .picture: 16
    case .stars: 17
    case .focusedBorder: 18
    case .button: 19
    case .buttonLetter: 20
    case .danger: 21
    case .dangerLetter: 22
    case .spine1: 23
    case .spine2: 24
    case .spine3: 25
    case .spine4: 26
    case .spine5: 27
    case .spine6: 28
    }
  }
}
