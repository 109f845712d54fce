import Cells
import Records

struct ImportPlanScreen: PageScreen {
  var lines: LineList<Line>
  private let plan: ImportPlan
  private let widths: (name: Int, field: Int)

  enum Line: Hashable, TextLine {
    case way(ImportWay, String)
    case message(Message)
    case heading
    case column(ImportPlan.Column, Int)

    var texts: [String] {
      switch self {
      case .way(_, let text): [text, "", ""]
      case .message(let message): [message.text, "", ""]
      case .heading: []
      case .column(let column, _):
        [column.name, FileWording.destination(of: column), column.samples.joined(separator: " · ")]
      }
    }
    var depth: Int { place == nil ? 0 : 1 }
    var isSelectable: Bool { way != nil || place != nil }
    var way: ImportWay? { if case .way(let way, _) = self { way } else { nil } }
    var place: Int? { if case .column(_, let place) = self { place } else { nil } }
  }

  init(_ plan: ImportPlan) {
    self.plan = plan
    func widest(_ texts: [String]) -> Int { texts.map { TextWidth.width(of: $0) }.max() ?? 0 }
    widths = (widest(plan.columns.map(\.name)), widest(plan.columns.map(FileWording.destination)))
    lines = LineList(words: plan.words)
    lines.replace(Self.lines(of: plan)) { plan.selected == 0 ? $0.way != nil : $0.place == plan.selected - 1 }
  }

  private static func lines(of plan: ImportPlan) -> [Line] {
    let ways = plan.ways.map {
      Line.way($0, plan.canImport($0) ? FileWording.line($0, of: plan) : FileWording.nothingToImport)
    }
    let columns = plan.columns.enumerated().map { Line.column($1, $0) }
    return ways + plan.report.map { .message($0) } + (columns.isEmpty ? [] : [.heading] + columns)
  }

  var kind: Mode { .report }
  var columns: [String] { ["line", "field", "first values"] }
  var subject: Schema? { plan.schema }
  private var canImport: Bool { lines.chosen?.way.map(plan.canImport) == true }
  private var place: Int? { lines.chosen?.place }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"), title: Wording.importTitle(plan.file) + titleEnd,
      right: .init(place != nil ? "Change" : canImport ? "Import" : "", isButton: true))
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    switch action {
    case .save where lines.prompt == nil: place != nil ? "change" : nil
    case .cancel: hintOfLines(action) ?? "cancel"
    default: nil
    }
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    action == .save ? lines.prompt != nil || canImport || place != nil : offersPage(action, layout)
  }

  mutating func answer(_ action: Action) -> Outcome? {
    guard action == .save else { return nil }
    if let place { return chooseField(of: place) }
    guard canImport, let way = lines.chosen?.way else { return .nothing }
    // A new library has a field for every column.
    let columns = way == .newLibrary ? [:] : plan.chosen
    let request = ImportRequest(plan.file, isTrial: false, columns: columns, way: way)
    return Outcome(change: .pop, effects: [.importFile(request)])
  }

  private func chooseField(of place: Int) -> Outcome {
    let column = plan.columns[place]
    if column.isOfFormat { return .effect(.say(FileWording.isOfFormat(column.name))) }
    let fields = plan.schema.fields.filter { !$0.isGenerated }
    let choices =
      [EffectChoice(name: FileWording.leftOut, effect: plan.choosing("", for: place, words: lines.words))]
      + fields.map {
        EffectChoice(name: $0.label, effect: plan.choosing($0.column, for: place, words: lines.words))
      }
    let selected = fields.firstIndex { $0.label == column.field }.map { $0 + 1 } ?? 0
    let heading = FileWording.columnHeading(column.name)
    return .push(
      MenuScreen(schema: plan.schema, purpose: .effects(heading: heading, choices, selected: selected)))
  }

  private static let messageLimit = 6

  func rows(of line: Line, width: Int) -> [[Span]] {
    switch line {
    case .way(_, let text): return [[Span(text, .content)]]
    case .message(let message): return message.rows(width: width, limit: Self.messageLimit)
    case .heading:
      let heading = FileWording.columnsHeading(hasFields: plan.columns.contains { !$0.isOfFormat })
      return (line == lines[0] ? [] : [[]]) + [[Span(heading, .title)]]
    case .column(let column, _):
      let isTaken = column.field != nil || column.isOfFormat
      return [
        [
          Span(column.name, .content, columns: min(widths.name, width / 3)), Span(" ", .content),
          Span(
            FileWording.destination(of: column), isTaken ? .label : .dim,
            columns: min(widths.field, width / 3)),
          Span("  ", .content), Span(column.samples.joined(separator: " · "), .dim),
        ]
      ]
    }
  }
}
