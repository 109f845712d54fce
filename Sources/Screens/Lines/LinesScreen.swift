import Cells
import Records

/// A screen that shows lines.
///
/// It says what its lines are and what its own keys do. Moving, finding, copying and going back are the same on all of
/// these screens, and are here.
package protocol LinesScreen: Screen {
  associatedtype Line: TextLine

  /// The lines.
  var lines: LineList<Line> { get set }
  /// The names of the texts of a line, for an export.
  var columns: [String] { get }
  /// Shown if there are no lines at all.
  var nothing: String { get }

  /// Does what a key means here only; nil if it means what it means on all screens of lines.
  mutating func answer(_ action: Action) -> Outcome?
  /// Asks for what is missing after lines were chosen or words typed.
  mutating func missing(height: Int) -> Outcome
  /// The text of a line for the clipboard.
  func copy(of line: Line) -> String
  /// The rows of the screen that show lines.
  func rows(_ layout: Layout) -> Range<Int>
  /// The first row of each shown line, and the number of rows; nil if each line has one.
  func starts(_ layout: Layout) -> [Int]?
  /// Draws a line.
  func draw(_ line: Line, row: Int, isSelected: Bool, on frame: inout Frame, layout: Layout)
}

extension LinesScreen {
  package var mode: Mode { lines.prompt?.mode ?? kind }
  package var prompt: Prompt? { lines.prompt }
  package var canExport: Bool { true }
  package var exported: ExportExtent? {
    .lines(LineTable(columns: columns, rows: lines.read.shown.map(\.values).filter { !$0.isEmpty }))
  }

  package mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    if lines.prompt == nil, let outcome = answer(action) { return outcome }
    let height = rows(layout).count
    if lines.perform(action, height: height, starts: starts(layout)) { return missing(height: height) }
    switch action {
    case .back, .dismiss, .cancel: return .pop
    case .copy:
      let texts = lines.copied.map { copy(of: $0) }
      return texts.isEmpty ? .nothing : .effect(.copyText(texts.joined(separator: "\n")))
    case .chooseOrder, .reverseOrder: return sort(by: action)
    default: return .nothing
    }
  }

  package mutating func answer(_ action: Action) -> Outcome? { nil }

  /// Sorts the lines, unless they are so many that a key would have to wait.
  private mutating func sort(by action: Action) -> Outcome {
    guard lines.canSort else { return .effect(.say(Wording.tooManyToSort)) }
    lines.sort(by: action, columns: columns.count)
    return .nothing
  }

  package mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    lines.insert(text, isPaste: isPaste)
    return missing(height: 1)
  }

  package mutating func missing(height: Int) -> Outcome { .nothing }
  package var isUnread: Bool { lines.isUnread }
  package mutating func findMore() { lines.findMore() }

  /// Whether an action that all of these screens have can do anything; nil for any other.
  package func offersLines(_ action: Action) -> Bool? {
    switch action {
    case .open: lines.chosen != nil
    case .copy: !lines.copied.isEmpty
    case .move: lines.count > 1
    case .dismiss: lines.isFinding
    case .recall, .help: lines.prompt == nil
    default: nil
    }
  }

  package func offers(_ action: Action, _ layout: Layout) -> Bool { offersLines(action) ?? true }

  package func hint(for action: Action, _ layout: Layout) -> String? { hintOfLines(action) }

  /// The hint for an action that ends a find.
  package func hintOfLines(_ action: Action) -> String? {
    lines.isFinding && [.back, .cancel, .dismiss].contains(action) ? "all lines" : nil
  }

  /// The words that the lines have and what they are sorted by, for the title of the bar; empty if there is neither.
  package var titleEnd: String {
    let words = lines.words.isEmpty ? "" : " “\(Wording.shortened(lines.words, to: 24))”"
    guard let order = lines.order, columns.indices.contains(order.column) else { return words }
    return "\(words) by \(columns[order.column]) \(order.isDescending ? "↓" : "↑")"
  }

  package func copy(of line: Line) -> String {
    line.texts.filter { !$0.isEmpty }.joined(separator: "\t")
  }

  package func rows(_ layout: Layout) -> Range<Int> { layout.content }
  package func starts(_ layout: Layout) -> [Int]? { nil }

  package mutating func settle(_ layout: Layout) {
    lines.settle(height: rows(layout).count, starts: starts(layout))
  }

  package func draw(on frame: inout Frame, layout: Layout) { drawLines(on: &frame, layout: layout) }

  package func drawLines(on frame: inout Frame, layout: Layout) {
    if lines.count == 0 {
      let noMatch = lines.isUnread ? Wording.finding : Wording.noMatch(lines.words)
      frame.writeEmpty(lines.all.isEmpty ? nothing : noMatch, layout: layout)
    }
    for (row, line, isSelected) in lines.visible(in: rows(layout), starts: starts(layout)) {
      draw(line, row: row, isSelected: isSelected, on: &frame, layout: layout)
    }
  }

  /// Draws the first text, and the note at the end of the row.
  package func draw(_ line: Line, row: Int, isSelected: Bool, on frame: inout Frame, layout: Layout) {
    frame.writeEntry(
      line.texts.first ?? "", note: line.note(isNarrow: layout.size.columns < 60), isSelected: isSelected,
      row: row, layout: layout)
  }
}
