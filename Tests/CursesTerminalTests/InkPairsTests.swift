import Cells
import Testing

@testable import CursesTerminal

@Suite("The colour pairs of pictures") struct InkPairsTests {
  private func pairs(_ colors: Int) -> InkPairs { InkPairs(colors: colors, numbers: 6..<64) }

  @Test("All inks of eight colours have room in 64 pairs beside those of the roles") func eightColors() {
    let colors = [nil] + (0..<8).map { Ink.Color.palette($0) }
    let inks = colors.flatMap { foreground in
      colors.flatMap { background in
        [false, true].map { Ink(foreground: foreground, background: background, isReversed: $0) }
      }
    }
    let pairs = pairs(8)
    let used = Set(inks.map { pairs.find($0).colors })
    #expect(used.count - 1 <= 58)
    for ink in inks {
      let (colors, isReversed) = pairs.find(ink)
      func number(_ color: Ink.Color?) -> Int32 {
        if case .palette(let number) = color { Int32(number) } else { -1 }
      }
      let shown = [colors.foreground, colors.background]
      let meant = [number(ink.foreground), number(ink.background)]
      #expect((isReversed ? shown.reversed() : shown) == (ink.isReversed ? meant.reversed() : meant))
    }
  }

  @Test("Colours that the terminal does not have are its own") func missing() {
    let own = InkPairs.Colors(foreground: -1, background: -1)
    #expect(pairs(8).find(Ink(foreground: .palette(8), background: .rgb(1, 2, 3))).colors == own)
    #expect(pairs(0).find(Ink(foreground: .palette(0))).colors == own)
    let direct = pairs(1 << 24).find(Ink(foreground: .rgb(1, 2, 3), background: .rgb(0, 0, 1)))
    #expect(direct.colors == .init(foreground: 8, background: 0x010203))
    #expect(direct.isReversed)
  }

  @Test("A frame with too many inks beside those of before makes room") func room() {
    var pairs = InkPairs(colors: 256, numbers: 6..<8)
    var last: [Int32] = []
    func isReset(_ colors: UInt8...) -> Bool {
      let cells = colors.map { Cell(text: "x", width: 1, role: .picture, ink: Ink(foreground: .palette($0))) }
      let isReset = pairs.prepare(for: cells)
      for cell in cells { if let ink = cell.ink { last.append(pairs.look(of: ink).pair) } }
      return isReset
    }
    let resets = [isReset(1, 2), isReset(2, 1), isReset(1), isReset(3, 2), isReset(3, 2), isReset(4, 5, 6)]
    #expect(resets == [false, false, false, true, false, true])
    // What finds no room has no colours.
    #expect(last == [6, 7, 7, 6, 6, 6, 7, 6, 7, 6, 7, 0])
  }
}
