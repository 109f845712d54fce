import Cells
import Records

/// What importing a file would do: the numbers, and for each column its field, which can be changed.
struct ImportPlanScreen: Screen {
  private var plan: ImportPlan
  private var top = 0

  init(_ plan: ImportPlan) { self.plan = plan }

  /// A line of the screen.
  private struct Line {
    var text: String
    var role = Role.content
    /// Its place in the selection; nil if it cannot be selected.
    var place: Int?
    /// The column of the file that it shows.
    var column: Int?
  }

  var mode: Mode { .report }
  /// Whether the selected way imports anything.
  private var canImport: Bool { plan.selectedWay.map(plan.canImport) == true }
  var subject: Schema? { plan.schema }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"), title: Wording.importTitle(plan.file),
      right: .init(plan.selectedColumn != nil ? "Change" : canImport ? "Import" : ""))
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    switch action {
    case .save: plan.selectedColumn != nil ? "change" : nil
    case .cancel: "cancel"
    default: nil
    }
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .save: canImport || plan.selectedColumn != nil
    case .move: !plan.columns.isEmpty || lines(layout).count > layout.content.count
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .save: return activate()
    case .move(let offset): move(offset, layout)
    case .moveHalfPages(let halves): move(halves * max(1, layout.content.count / 2), layout)
    case .first: (plan.selected, top) = (0, 0)
    case .last: (plan.selected, top) = (plan.ways.count + plan.columns.count - 1, lastTop(layout))
    default: break
    }
    return .nothing
  }

  /// Imports the file, or asks for the field of the selected column.
  private func activate() -> Outcome {
    guard let column = plan.selectedColumn.map({ plan.columns[$0] }) else {
      guard canImport, let way = plan.selectedWay else { return .nothing }
      // A new library has a field for every column.
      let columns = way == .newLibrary ? [:] : plan.chosen
      let request = ImportRequest(plan.file, isTrial: false, columns: columns, way: way)
      return Outcome(change: .pop, effects: [.importFile(request)])
    }
    if column.isOfFormat { return .effect(.say(FileWording.isOfFormat(column.name))) }
    let fields = plan.schema.fields.filter { !$0.isGenerated }
    let choices =
      [EffectChoice(name: FileWording.leftOut, effect: plan.choosing(""))]
      + fields.map { EffectChoice(name: $0.label, effect: plan.choosing($0.column)) }
    let place = fields.firstIndex { $0.label == column.field }.map { $0 + 1 } ?? 0
    let heading = FileWording.columnHeading(column.name)
    return .push(
      MenuScreen(schema: plan.schema, purpose: .effects(heading: heading, choices, selected: place)))
  }

  /// Selects a line that is visible, or just out of sight; otherwise scrolls.
  private mutating func move(_ offset: Int, _ layout: Layout) {
    let height = max(1, layout.content.count)
    let target = max(0, min(plan.selected + offset, plan.ways.count + plan.columns.count - 1))
    let row = lines(layout).firstIndex { $0.place == target } ?? 0
    if target != plan.selected, (top - abs(offset)..<top + height + abs(offset)).contains(row) {
      plan.selected = target
      top = max(row - height + 1, min(top, row))
    } else {
      top += offset
    }
    top = max(0, min(top, lastTop(layout)))
  }

  /// The first visible line where the last one is visible.
  private func lastTop(_ layout: Layout) -> Int { max(0, lines(layout).count - max(1, layout.content.count)) }

  // MARK: - Drawing

  private func lines(_ layout: Layout) -> [Line] {
    let width = layout.size.columns - 2 * layout.margin
    var lines = plan.ways.enumerated().map { place, way in
      Line(
        text: plan.canImport(way) ? FileWording.line(way, of: plan) : FileWording.nothingToImport,
        place: place)
    }
    for message in plan.report {
      lines += Wrap.lines(of: message.text, width: width, limit: Self.messageLimit).map {
        Line(text: $0, role: message.isProblem ? .error : .content)
      }
    }
    guard !plan.columns.isEmpty else { return lines }
    lines += [Line(text: ""), Line(text: FileWording.columnsHeading, role: .title)]
    return lines + plan.columns.indices.map { Line(text: "", place: $0 + plan.ways.count, column: $0) }
  }

  /// The most rows of one message.
  private static let messageLimit = 6

  func draw(on frame: inout Frame, layout: Layout) {
    let width = layout.size.columns - 2 * layout.margin
    let names = columnWidth(plan.columns.map(\.name), of: width)
    let fields = columnWidth(plan.columns.map(FileWording.destination), of: width)
    for (row, line) in zip(layout.content, lines(layout).dropFirst(top)) {
      let isSelected = line.place == plan.selected
      if isSelected { frame.fill(row: row, role: .selected) }
      let role = { (role: Role) in isSelected ? .selected : role }
      var place = Position(column: layout.margin, row: row)
      guard let column = line.column.map({ plan.columns[$0] }) else {
        frame.write(line.text, at: place, width: width, role: role(line.role))
        continue
      }
      frame.write(column.name, at: place, width: names, role: role(.content))
      place.column += names + 1
      let isTaken = column.field != nil || column.isOfFormat
      frame.write(
        FileWording.destination(of: column), at: place, width: fields, role: role(isTaken ? .label : .dim))
      place.column += fields + 2
      let samples = column.samples.joined(separator: " · ")
      frame.write(samples, at: place, width: width - names - fields - 3, role: role(.dim))
    }
  }

  /// The width of a column of texts, at most a third of the screen.
  private func columnWidth(_ texts: [String], of width: Int) -> Int {
    min(texts.map { TextWidth.width(of: $0) }.max() ?? 0, width / 3)
  }
}
