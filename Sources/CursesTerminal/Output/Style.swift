import CNcurses
import Cells

/// How a role is shown: its colours, unless they are the terminal's own, and its attributes.
public struct Style: Hashable, Sendable {
  var foreground: RGB?
  var background: RGB?
  var attributes = cnc_normal

  init(foreground: RGB? = nil, background: RGB? = nil, attributes: attr_t = cnc_normal) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  /// Parses a style: `#ffd75f`, `#000000 on #5fd7ff bold`, `underline`; nil for anything else.
  public init?(_ text: String) {
    self.init()
    var isBackground = false
    for word in text.lowercased().split(separator: " ") {
      if word == "on" {
        isBackground = true
      } else if let attribute = Self.attributes[String(word)] {
        attributes |= attribute
      } else if word.count == 7, word.hasPrefix("#"), let number = UInt32(word.dropFirst(), radix: 16) {
        if isBackground { background = RGB(number) } else { foreground = RGB(number) }
      } else {
        return nil
      }
    }
  }

  private static let attributes = [
    "bold": cnc_bold, "underline": cnc_underline, "reverse": cnc_reverse, "dim": cnc_dim,
  ]

  /// Nil in a theme with the palette's colours, or with none.
  static func of(_ role: Role, in theme: Theme) -> Style? {
    switch theme {
    case .auto, .mono: nil
    case .dark: colored(role, dark)
    case .light: colored(role, light)
    case .contrast: contrast(role)
    }
  }

  private struct Colors {
    let accent, wrong, hydrated, dirty, stars, dim: RGB
    let selected, onSelected, resting, onResting: RGB
    let danger = RGB(0xAF0000)
    let onDanger = RGB(0xFFFFFF)
  }

  // Text has a contrast of at least 4.5 : 1 on black and up to #303030, and on white and down to #EEE8D5 (WCAG 2.2, 1.4.3).
  // Each colour is in xterm's 256-colour palette.
  private static let dark = Colors(
    accent: RGB(0x5FD7FF), wrong: RGB(0xFF8787), hydrated: RGB(0x87D787), dirty: RGB(0xFFD75F),
    stars: RGB(0xD7AF00), dim: RGB(0xB2B2B2),
    selected: RGB(0x5FD7FF), onSelected: RGB(0x000000), resting: RGB(0x4E4E4E), onResting: RGB(0xFFFFFF))
  private static let light = Colors(
    accent: RGB(0x005F87), wrong: RGB(0xAF0000), hydrated: RGB(0x005F00), dirty: RGB(0x875F00),
    stars: RGB(0x875F00), dim: RGB(0x585858),
    selected: RGB(0x005F87), onSelected: RGB(0xFFFFFF), resting: RGB(0xD0D0D0), onResting: RGB(0x000000))

  /// White is legible on each of them, and each is visible on a dark and on a light ground.
  private static let spines = [0x005FAF, 0xAF5F00, 0x00875F, 0xAF005F, 0x875FAF, 0x5F5F00].map { RGB($0) }

  private static func colored(_ role: Role, _ colors: Colors) -> Style {
    switch role {
    case .content, .bar, .message, .picture: Style()
    case .title: Style(attributes: cnc_bold)
    case .action, .focusedBorder: Style(foreground: colors.accent)
    case .selected: Style(foreground: colors.onSelected, background: colors.selected)
    case .selectedMatch:
      Style(foreground: colors.onSelected, background: colors.selected, attributes: cnc_underline)
    case .resting: Style(foreground: colors.onResting, background: colors.resting)
    case .match: Style(foreground: colors.accent, attributes: cnc_underline)
    case .label, .dim, .border: Style(foreground: colors.dim)
    case .error: Style(foreground: colors.wrong)
    case .wrong: Style(foreground: colors.wrong, attributes: cnc_underline)
    case .hydrated: Style(foreground: colors.hydrated)
    case .dirty: Style(foreground: colors.dirty, attributes: cnc_bold)
    case .stars: Style(foreground: colors.stars)
    case .button: Style(foreground: colors.onResting, background: colors.resting)
    case .buttonLetter:
      Style(foreground: colors.onResting, background: colors.resting, attributes: cnc_underline)
    case .danger: Style(foreground: colors.onDanger, background: colors.danger)
    case .dangerLetter:
      Style(foreground: colors.onDanger, background: colors.danger, attributes: cnc_underline)
    case .spine1, .spine2, .spine3, .spine4, .spine5, .spine6:
      Style(foreground: RGB(0xFFFFFF), background: spines[role.index - Role.spine1.index])
    }
  }

  /// The terminal's own two colours, which have the most contrast, and white on dark red for errors.
  private static func contrast(_ role: Role) -> Style {
    switch role {
    case .content, .bar, .message, .picture, .label, .dim, .border, .hydrated, .stars, .spine1, .spine2,
      .spine3, .spine4, .spine5, .spine6:
      Style()
    case .title, .action, .dirty, .focusedBorder, .button: Style(attributes: cnc_bold)
    case .buttonLetter: Style(attributes: cnc_bold | cnc_underline)
    case .selected: Style(attributes: cnc_reverse)
    case .selectedMatch: Style(attributes: cnc_reverse | cnc_underline)
    case .resting: Style(attributes: cnc_underline | cnc_bold)
    case .match: Style(attributes: cnc_underline)
    case .error, .danger: Style(foreground: RGB(0xFFFFFF), background: RGB(0xAF0000), attributes: cnc_bold)
    case .wrong, .dangerLetter:
      Style(foreground: RGB(0xFFFFFF), background: RGB(0xAF0000), attributes: cnc_underline)
    }
  }
}
