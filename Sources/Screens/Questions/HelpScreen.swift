import Cells
import Records

/// Every key that works on the screen below, out of the table of keys.
public struct HelpScreen: Screen {
  private let topic: Mode
  private let isUnicode: Bool
  private var top = 0

  init(topic: Mode, isUnicode: Bool = true) {
    (self.topic, self.isUnicode) = (topic, isUnicode)
  }

  var mode: Mode { .help }

  var bar: Bar? { Bar(left: .init("‹ Back"), title: "Keys: " + topic.name) }

  /// The keys with what they do, and where something can be found what can be typed.
  private var entries: [(keys: String, does: String)] {
    let keys = KeyTable.bindings(in: topic).map { (names($0), $0.does) }
    return [.list, .listEditing, .find].contains(topic) ? keys + Self.finder : keys
  }

  private static let finder =
    [("", ""), (Wording.finderHeading, "")] + FinderHelp.forms.map { ($0.form, $0.finds) }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back: return .pop
    case .move(let offset): top += offset
    case .moveHalfPages(let halves): top += halves * max(1, layout.content.count / 2)
    case .first: top = 0
    case .last: top = .max / 2
    default: break
    }
    top = visibleTop(layout)
    return .nothing
  }

  private func names(_ entry: KeyBinding) -> String {
    isUnicode ? entry.keyNames : entry.actions.map(\.key.word).joined(separator: " ")
  }

  private func visibleTop(_ layout: Layout) -> Int {
    max(0, min(top, lines(columns: layout.size.columns).count - layout.content.count))
  }

  /// The keys in a column of their own if there is room for one, and otherwise above what they do.
  private func lines(columns: Int) -> [(keys: String, does: String)] {
    let indent = Self.keysWidth
    guard columns >= 2 * indent else {
      return entries.flatMap { [($0.keys, "")] + ($0.does.isEmpty ? [] : [("", $0.does)]) }
    }
    return entries.flatMap { entry in
      Wrap.lines(of: entry.does, width: columns - indent - 1, limit: 4).enumerated().map {
        ($0 == 0 ? entry.keys : "", $1)
      }
    }
  }

  private static let keysWidth = 22

  func draw(on frame: inout Frame, layout: Layout) {
    let columns = frame.size.columns
    let isWide = columns >= 2 * Self.keysWidth
    for (row, line) in zip(layout.content, lines(columns: columns).dropFirst(visibleTop(layout))) {
      let keys = Position(column: layout.margin, row: row)
      frame.write(line.keys, at: keys, width: columns - layout.margin, role: .action)
      let does = Position(column: isWide ? Self.keysWidth : layout.margin + 2, row: row)
      frame.write(line.does, at: does, width: columns - does.column, role: .content)
    }
  }
}
