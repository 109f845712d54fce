import Cells
import Testing

@testable import CursesTerminal

/// What can be read in each theme.
@Suite struct ThemeTests {
  /// The backgrounds that a theme is for: the terminal's own, which is not painted.
  private static func grounds(_ theme: Theme) -> [RGB] {
    switch theme {
    case .dark: [RGB(0x000000), RGB(0x1E1E1E), RGB(0x002B36), RGB(0x303030)]
    case .light: [RGB(0xFFFFFF), RGB(0xFAFAFA), RGB(0xFDF6E3), RGB(0xEEE8D5)]
    default: [RGB(0x000000), RGB(0xFFFFFF)]
    }
  }

  @Test(
    "Text has a contrast of 4.5 : 1 at least, in true colour and in 256 colours",
    arguments: [Theme.dark, .light, .contrast], [1 << 24, 256])
  func contrast(_ theme: Theme, _ colors: Int) throws {
    for role in Role.allCases where role != .border {
      let style = try #require(Style.of(role, in: theme))
      guard let text = style.foreground.map({ Self.shown($0, colors) }) else {
        #expect(style.background == nil, "\(role) has the terminal's own text on a colour of ours")
        continue
      }
      let behind = style.background.map { [Self.shown($0, colors)] } ?? Self.grounds(theme)
      for ground in behind {
        let contrast = Luminance.contrast(text, ground)
        #expect(contrast >= 4.5, "\(role) on \(ground): \(contrast)")
      }
    }
  }

  @Test(
    "A selection in a pane without the keys stands out less than one in the other",
    arguments: [Theme.dark, .light],
    [1 << 24, 256])
  func resting(_ theme: Theme, _ colors: Int) throws {
    let selected = try #require(Style.of(.selected, in: theme)?.background)
    let resting = try #require(Style.of(.resting, in: theme)?.background)
    for ground in Self.grounds(theme) {
      let (strong, weak) = (
        Luminance.contrast(Self.shown(selected, colors), ground),
        Luminance.contrast(Self.shown(resting, colors), ground)
      )
      #expect(strong > 2 * weak && weak > 1.1, "\(strong) and \(weak) on \(ground)")
    }
  }

  @Test("Spines have six colours, none of them that of a selection", arguments: [Theme.dark, .light])
  func spines(_ theme: Theme) {
    let colors = Set(Role.spines.map { Style.of($0, in: theme)?.background })
    #expect(colors.count == 6 && !colors.contains(Style.of(.selected, in: theme)?.background))
    #expect(Role.spines == Role.allCases.filter { "\($0)".hasPrefix("spine") })
  }

  @Test(
    "Without colours a selection is reversed, and one in the other pane is not",
    arguments: [Theme.contrast, .mono])
  func attributes(_ theme: Theme) {
    let looks = Look.all(in: theme, colors: 0)
    #expect(looks[Role.selected.index].attributes != looks[Role.resting.index].attributes)
    #expect(looks.count == Role.allCases.count && looks.allSatisfy { $0.pair == 0 })
  }

  @Test(
    "A button that destroys something is red, and no button looks like the selected one, with colours or without"
  )
  func buttons() throws {
    for theme in [Theme.dark, .light, .contrast] {
      #expect(Style.of(.danger, in: theme)?.background == RGB(0xAF0000))
      for role in [Role.button, .danger] {
        #expect(Style.of(role, in: theme) != Style.of(.selected, in: theme))
      }
    }
    let (looks, underline) = (Look.all(in: .mono, colors: 0), try #require(Style("underline")).attributes)
    for (body, letter) in [(Role.button, Role.buttonLetter), (.danger, .dangerLetter)] {
      #expect(looks[body.index].attributes != looks[Role.selected.index].attributes)
      #expect(looks[letter.index].attributes == looks[body.index].attributes | underline)
    }
  }

  @Test("Every colour of a theme is one of the 256, so that both show the same")
  func palette() {
    for theme in [Theme.dark, .light, .contrast] {
      for style in Role.allCases.compactMap({ Style.of($0, in: theme) }) {
        for color in [style.foreground, style.background].compactMap(\.self) {
          #expect(RGB.palette(color.index) == color)
        }
      }
    }
  }

  @Test("Roles are in their places, and themes leave room for the pairs of pictures")
  func places() {
    #expect(Role.allCases.map(\.index) == Array(Role.allCases.indices))
    for theme in [Theme.dark, .light, .contrast] {
      let pairs = Set(
        Role.allCases.compactMap { Style.of($0, in: theme) }.map { [$0.foreground, $0.background] })
      #expect(pairs.count < Look.firstFreePair(colors: 256))
    }
  }

  @Test("A style is read as it is written")
  func reading() {
    #expect(
      Style("#ffd75f bold") == Style(foreground: RGB(0xFFD75F), attributes: Style("bold")?.attributes ?? 0))
    #expect(Style("#000000 on #5fd7ff") == Style(foreground: RGB(0), background: RGB(0x5FD7FF)))
    #expect(Style("on #5FD7FF")?.foreground == nil)
    for wrong in ["red", "#fff", "#gggggg", "#ffd75f!", "bold\u{1B}"] {
      #expect(Style(wrong) == nil, "\(wrong)")
    }
  }

  private static func shown(_ color: RGB, _ colors: Int) -> RGB {
    colors == 256 ? RGB.palette(color.index) : color
  }
}
