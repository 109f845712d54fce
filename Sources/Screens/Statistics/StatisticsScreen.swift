import Cells
import Queries
import Records

/// Stacked charts whose bars lead to the counted rows.
struct StatisticsScreen: Screen {
  let schema: Schema
  /// Nil unless the rows are books whose readings are recorded.
  private let thisYear: Int?
  private var page: StatisticsPage?
  /// Asked for, and not shown yet.
  private var wantedYear: Int?
  private var latestYear: Int?
  /// Offered last.
  private let emptyFields: Set<Int>
  private var selected: StatisticsLines.Place?
  private var top = 0
  var isUnicode = true

  init(schema: Schema, thisYear: Int?, emptyFields: Set<Int>) {
    (self.schema, self.thisYear, self.emptyFields) = (schema, thisYear, emptyFields)
  }

  var mode: Mode { .statistics }

  var bar: Bar? {
    guard let page else {
      return Bar(left: .init(Wording.back(to: schema.name)), title: StatisticsWording.counting)
    }
    var bar = Bar(left: .init(Wording.back(to: schema.name)), title: page.title)
    if !page.query.isEmpty {
      let queries = [30, 12].map { "“\(Wording.shortened(page.query, to: $0))”" }
      bar.titles = queries.map { "\(page.title) · \($0)" } + queries
    }
    bar.note = chosen.map { "\($0.label): \($0.text)" } ?? ""
    return bar
  }

  var subject: Schema? { schema }

  var speech: Speech? {
    var speech = Speech()
    speech.isReady = page != nil
    guard let page else { return speech }
    speech.title = page.title
    speech.text = page.charts.map(StatisticsText.sentence) + page.notes
    if let chosen, let selected {
      speech.line = "\(page.charts[selected.chart].title), \(chosen.label): \(chosen.text)."
    }
    return speech
  }

  private func lines(_ layout: Layout) -> StatisticsLines? {
    page.map { StatisticsLines($0, width: layout.size.columns - 2 * layout.margin, isUnicode: isUnicode) }
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .open: query != nil
    case .neighbor: turnedYear != nil
    case .measure: fieldRequest != nil
    case .moveAcross: page?.charts.contains { $0.shape != .bars && $0.shape != .facts } ?? false
    default: true
    }
  }

  /// The brackets turn from this year, also while it is counted.
  private var turnedYear: Int? { wantedYear ?? (page == nil ? thisYear : year) }

  private var year: Int? { if case .year(let year)? = page?.request { year } else { nil } }

  private var fieldRequest: StatisticsRequest.FieldCount? {
    if case .field(let request)? = page?.request { request } else { nil }
  }

  private var chosen: Chart.Bar? {
    guard let page, let selected, page.charts.indices.contains(selected.chart),
      page.charts[selected.chart].bars.indices.contains(selected.bar)
    else { return nil }
    return page.charts[selected.chart].bars[selected.bar]
  }

  private var query: String? { chosen?.query }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back, .dismiss: return .pop
    case .open:
      guard selected != nil else { return .nothing }
      return query.map { .effect(.statistics(.showRows($0))) } ?? .effect(.say(StatisticsWording.noRows))
    case .values: return .push(what)
    case .measure: return how.map { .push($0) } ?? .effect(.say(StatisticsWording.noWays))
    case .neighbor(let offset): return turn(by: offset)
    default: move(action, layout)
    }
    return .nothing
  }

  private mutating func turn(by offset: Int) -> Outcome {
    guard let year = turnedYear, let thisYear else { return .nothing }
    let new = min(year + offset, max(thisYear, page?.years.last ?? thisYear))
    guard new != year else { return .effect(.say(StatisticsWording.noLaterYear)) }
    wantedYear = new
    return .effect(.statistics(.read(.year(new))))
  }

  private mutating func move(_ action: Action, _ layout: Layout) {
    guard let lines = lines(layout) else { return }
    let height = max(1, layout.content.count)
    switch action {
    case .move(let offset): step(offset, lines, height)
    case .moveHalfPages(let halves): step(halves * max(1, height / 2), lines, height)
    case .moveAcross(let offset): selected = lines.place(offset, acrossFrom: selected)
    case .first: (selected, top) = (lines.stops.first?.place, 0)
    case .last: (selected, top) = (lines.stops.last?.place, max(0, lines.count - height))
    default: break
    }
    follow(lines, height)
  }

  private mutating func step(_ offset: Int, _ lines: StatisticsLines, _ height: Int) {
    let old = selected
    selected = lines.place(offset, linesFrom: selected)
    if selected == old { top = max(0, min(top + offset, lines.count - height)) }
  }

  private mutating func follow(_ lines: StatisticsLines, _ height: Int) {
    guard let stop = lines.stop(selected), stop.place != lines.stops.first?.place else {
      if lines.stop(selected) != nil { top = 0 }
      return top = max(0, min(top, lines.count - height))
    }
    top = max(0, min(max(top, stop.row - height + 1), stop.row, max(0, lines.count - height)))
  }

  // MARK: What is counted, and how

  private func menu(_ heading: String, _ choices: [EffectChoice]) -> MenuScreen {
    MenuScreen(schema: schema, purpose: .effects(heading: heading, choices, selected: 0))
  }

  private var what: MenuScreen {
    var choices: [EffectChoice] = []
    if thisYear != nil {
      if let year = latestYear ?? page?.years.last {
        choices.append(
          EffectChoice(name: StatisticsWording.yearChoice(year), effect: .statistics(.read(.year(year)))))
      }
      choices.append(EffectChoice(name: StatisticsWording.yearsChoice, effect: .statistics(.read(.years))))
    }
    choices.append(
      EffectChoice(name: StatisticsWording.overviewChoice, effect: .statistics(.read(.overview))))
    let fields = schema.offeredFields.filter { !schema.field(at: $0).kind.isBytes }
    let (filled, empty) = (fields.filter { !emptyFields.contains($0) }, fields.filter(emptyFields.contains))
    choices += (filled + empty).map {
      EffectChoice(name: FieldWording.choice($0, in: schema), effect: .statistics(.read(.field(.init($0)))))
    }
    return menu(StatisticsWording.whatHeading, choices)
  }

  private var how: MenuScreen? {
    guard let request = fieldRequest else { return nil }
    var choices: [EffectChoice] = []
    func add(_ name: String, _ change: (inout StatisticsRequest.FieldCount) -> Void) {
      var request = request
      change(&request)
      choices.append(EffectChoice(name: name, effect: .statistics(.read(.field(request)))))
    }
    add(StatisticsWording.rows(schema)) { ($0.measure, $0.measured) = (.rows, nil) }
    if schema.field(at: request.field).kind.isDated {
      for part in DatePart.allCases { add(StatisticsWording.part(part)) { $0.part = part } }
    }
    for (index, field) in schema.fields.enumerated()
    where field.kind.holdsNumbers && field.kind != .year && schema.related(at: request.field)?.part != .all {
      if field.kind != .rating {
        add(StatisticsWording.sum(field)) { ($0.measure, $0.measured) = (.sum, index) }
      }
      add(StatisticsWording.average(of: field)) { ($0.measure, $0.measured) = (.average, index) }
    }
    return menu(StatisticsWording.howHeading, choices)
  }

  // MARK: Figures

  mutating func receive(_ update: Update) {
    if case .statisticsCancelled = update { wantedYear = nil }
    guard case .statistics(let new) = update, new != page else { return }
    if new.request != page?.request { (selected, top) = (nil, 0) }
    page = new
    latestYear = year ?? latestYear
    if year == wantedYear || year == nil { wantedYear = nil }
  }

  mutating func settle(_ layout: Layout) {
    guard let lines = lines(layout) else { return }
    if lines.stop(selected) == nil {
      // The years begin at the latest one.
      let latest = page?.request == .years ? lines.stops.last { $0.place.chart == 0 } : nil
      selected = (latest ?? lines.stops.first)?.place
    }
    follow(lines, max(1, layout.content.count))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard let lines = lines(layout) else {
      return frame.writeEmpty(StatisticsWording.counting, layout: layout)
    }
    lines.draw(from: top, selected: selected, on: &frame, layout: layout)
  }
}
