import CNcurses
import Cells

/// The colour pairs of pictures: created when a frame needs them, and dropped when there is no room for the next frame's.
struct InkPairs {
  /// Colours as ncurses numbers them, -1 for the terminal's own.
  struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
  }

  private let colors: Int
  private let numbers: Range<Int32>
  private var pairs: [Colors: Int32] = [:]

  init(colors: Int, numbers: Range<Int32>) {
    self.colors = colors
    self.numbers = numbers
  }

  /// Returns whether earlier pairs were dropped to make room, so that every picture cell must be written again.
  mutating func prepare(for cells: [Cell]) -> Bool {
    var needed: Set<Colors> = []
    for cell in cells { if let ink = cell.ink { needed.insert(find(ink).colors) } }
    let newCount = needed.count(where: { pairs[$0] == nil })
    guard newCount + pairs.count > numbers.count else { return false }
    pairs = [:]
    return true
  }

  /// Without a free number, a new ink has no colours.
  mutating func look(of ink: Ink) -> (attributes: attr_t, pair: Int32) {
    let (colors, isReversed) = find(ink)
    return (isReversed ? cnc_reverse : cnc_normal, number(of: colors))
  }

  private mutating func number(of colors: Colors) -> Int32 {
    if colors.foreground < 0, colors.background < 0 { return 0 }
    if let pair = pairs[colors] { return pair }
    guard pairs.count < numbers.count else { return 0 }
    let pair = numbers.lowerBound + Int32(pairs.count)
    cnc_define_pair(pair, colors.foreground, colors.background)
    pairs[colors] = pair
    return pair
  }

  /// Orders the two colours of a pair and reverses them if necessary, so that all combinations of eight colours fit into the 64
  /// pairs of such terminals.
  func find(_ ink: Ink) -> (colors: Colors, isReversed: Bool) {
    let colors = Colors(foreground: number(ink.foreground), background: number(ink.background))
    guard colors.background >= 0, colors.foreground > colors.background else {
      return (colors, ink.isReversed)
    }
    return (Colors(foreground: colors.background, background: colors.foreground), !ink.isReversed)
  }

  private func number(_ color: Ink.Color?) -> Int32 {
    switch color {
    case .palette(let number) where number < colors: Int32(number)
    case .rgb(let red, let green, let blue) where colors == 1 << 24:
      // Such terminals treat the first eight numbers as their palette.
      max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
    default: -1
    }
  }
}
