import Cells
import Records

struct ValueColumns {
  let value: Range<Int>
  /// Empty if there is no room.
  let bar: Range<Int>
  let count: Range<Int>
  /// Empty if there is no room, or if the values have none.
  let share: Range<Int>

  private static let leastBar = 8
  /// The width of a screen from which on there is room for shares, and their width.
  private static let (wide, shareWidth) = (60, 7)

  init(_ lines: [ValueLine], _ field: Field, hasShares: Bool, _ layout: Layout) {
    let start = layout.margin + (layout.size.columns >= 30 ? 2 : 0)
    let end = max(start, layout.size.columns - start)
    let countWidth = lines.map { TextWidth.width(of: Wording.number($0.count)) }.max() ?? 0
    let hasRoom = hasShares && layout.size.columns >= Self.wide
    share = max(start, end - (hasRoom ? Self.shareWidth : 0))..<end
    count = max(start, share.lowerBound - countWidth)..<share.lowerBound
    let room = max(0, count.lowerBound - 2 - start)
    let longest = lines.map { TextWidth.width(of: ValueWording.span(of: $0.value, field).text) }.max() ?? 0
    let width = min(longest, max(0, room - 2 - Self.leastBar))
    let barWidth = room - width - 2
    guard barWidth >= Self.leastBar else {
      (value, bar) = (start..<start + room, start..<start)
      return
    }
    value = start..<start + width
    bar = start + width + 2..<start + room
  }
}
