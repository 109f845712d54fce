import CNcurses
import Cells

/// The colour pairs of pictures: made when a frame needs them, forgotten when there is no room for those of the next.
struct InkPairs {
  /// The two colours of a pair as ncurses numbers them, -1 for the terminal's own.
  struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
  }

  private let colors: Int
  private let numbers: Range<Int32>
  private var pairs: [Colors: Int32] = [:]

  /// Makes pairs of the numbers that the roles leave.
  ///
  /// - Parameter colors: how many colours there are, as `Terminal.colors` says.
  init(colors: Int, numbers: Range<Int32>) {
    self.colors = colors
    self.numbers = numbers
  }

  /// Makes room for what a frame needs.
  ///
  /// - Returns: Whether the pairs of before are forgotten, so that every cell of a picture must be written again.
  mutating func prepare(for cells: [Cell]) -> Bool {
    var needed: Set<Colors> = []
    for cell in cells { if let ink = cell.ink { needed.insert(find(ink).colors) } }
    let newCount = needed.count(where: { pairs[$0] == nil })
    guard newCount + pairs.count > numbers.count else { return false }
    pairs = [:]
    return true
  }

  /// The attributes and the pair of an ink, which is defined if it is new; if no number is left it has no colours.
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

  /// The pair of an ink, and whether it is shown in reverse video.
  ///
  /// Two colours of a pair stand in their order and are reversed if necessary, so that all of eight colours have room in
  /// the 64 pairs that such terminals have.
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
      // Such terminals take the first eight for their palette.
      max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
    default: -1
    }
  }
}
