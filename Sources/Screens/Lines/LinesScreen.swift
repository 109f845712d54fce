import Cells
import Records

/// A screen of lines, which moves, finds, sorts, copies and goes back.
package protocol LinesScreen: Screen {
  associatedtype Line: TextLine

  var lines: LineList<Line> { get set }
  var columns: [String] { get }
  var nothing: String { get }

  /// Answers a key that has a special meaning here; nil for its usual meaning.
  mutating func answer(_ action: Action) -> Outcome?
  /// Asks for missing lines when the selection or the typed words have changed.
  mutating func missing(height: Int) -> Outcome
  func copy(of line: Line) -> String
  func rows(_ layout: Layout) -> Range<Int>
  /// The first row of each shown line, and the row count; nil if each line has one row.
  func starts(_ layout: Layout) -> [Int]?
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

  /// Nil for an action that is not common to these screens.
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

  package func hintOfLines(_ action: Action) -> String? {
    lines.isFinding && [.back, .cancel, .dismiss].contains(action) ? "all lines" : nil
  }

  package var titleEnd: String {
    let words = lines.words.isEmpty ? "" : " “\(Wording.shortened(lines.words, to: 24))”"
    guard !lines.all.isEmpty, let order = lines.order, columns.indices.contains(order.column)
    else { return words }
    return "\(words) by \(columns[order.column]) \(order.isDescending ? "↓" : "↑")"
  }

  package func copy(of line: Line) -> String { line.texts.filter { !$0.isEmpty }.joined(separator: "\t") }

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

  package func draw(_ line: Line, row: Int, isSelected: Bool, on frame: inout Frame, layout: Layout) {
    frame.writeEntry(
      line.texts.first ?? "", note: line.note(isNarrow: layout.size.columns < 60), isSelected: isSelected,
      row: row, layout: layout)
  }
}

/// The rows or lines that an export writes.
public enum ExportExtent: Hashable, Sendable {
  case marked
  case list
  case all
  case lines(LineTable)
  /// Only matching lines; with an empty text, all.
  case history(step: Int64? = nil, words: String)
  /// Only matching values with their counts; with an empty text, all.
  case values(field: Int, words: String)
}

/// The lines of a screen as a table.
public struct LineTable: Hashable, Sendable {
  package let columns: [String]
  package let rows: [[Value]]
}
