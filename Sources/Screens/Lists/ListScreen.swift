import Cells
import Queries
import Records

struct ListScreen: Screen {
  private(set) var schema: Schema
  let source: ListSource
  let hasBack: Bool
  /// Whether the program opened with this list, which only an explicit key leaves.
  var isHome = false
  private(set) var reference: Reference?
  /// Whether a statement found the rows, whose records can be opened.
  var opensRecords = false
  private(set) var window = ListWindow.unknown
  private(set) var selection = Selection()
  private var widths = ColumnWidths()
  private var isMoving = false
  private(set) var marks = RowSet.none
  /// Whether marks were dropped with the rows, and no message has said so yet.
  var hasLostMarks = false
  private(set) var hasHeadings = false
  private(set) var gallery: Gallery?
  private var groups: [SortKey: RowGroup]?
  private var total: Int?
  private(set) var prompt: Prompt?
  private var rated = RowSet.none
  private var given = ""
  private var views: [NamedView] = []
  var searches = SearchHistory()
  private var lastSearch = ""
  /// The record that a new filter or order keeps selected, though the filter may hide it.
  private(set) var kept: RecordID?
  private(set) var hasChosen = false

  init(schema: Schema, source: ListSource? = nil, hasBack: Bool = false) {
    self.schema = schema
    self.source = source ?? ListSource(table: schema.id)
    self.hasBack = hasBack
  }

  var isReadOnly: Bool { schema.isReadOnly }

  var mode: Mode { prompt?.mode ?? .list }

  var selectedRow: ListRow? { window.row(at: selection.place) }

  var preview: (any Screen)? { selectedRow.map { DetailScreen(schema: schema, row: $0) } }

  var comparedRecord: ComparedRecord? {
    ComparedRecord(schema: schema, id: selectedRow?.id, title: selectedRow?.title ?? .null)
  }

  func order(byHead word: String) -> Effect? {
    guard mode == .list else { return nil }
    let label = word.reversed().drop { " ↑↓0123456789".contains($0) }.reversed().drop { $0 == " " }
    let isTitle = ListWording.titleHeading(window, schema).hasPrefix(word)
    let field =
      window.fields.first { schema.field(at: $0).label.elementsEqual(label) }
      ?? schema.fields.firstIndex { $0.label.elementsEqual(label) }
      ?? (isTitle ? schema.titleFields.first : nil)
    guard let field else { return nil }
    let order = window.latestOrder
    let new = order.terms.first?.field == field ? order.reversed : ListOrder(field: field)
    return .order(new, keeping: selectedRow?.id)
  }

  /// With headings, also some positions above, on which the layout depends.
  func visiblePlaces(_ layout: Layout) -> Range<Int> {
    if gallery != nil { return selection.top..<selection.top + Gallery.Grid(layout).count }
    let height = max(1, height(layout))
    return max(0, selection.top - (hasHeadings ? height : 0))..<selection.top + height
  }

  private func height(_ layout: Layout) -> Int {
    if gallery != nil { return Gallery.Grid(layout).rows }
    return layout.content.count - ListDrawing.headingRows(window, layout)
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    isMoving = false
    if let prompt, let outcome = perform(action, in: prompt, layout) { return outcome }
    if case .findNext(let step) = action, isLastMatch(step) {
      return .effect(.say(ListWording.noFurtherMatch))
    }
    if scroll(action, layout) { return .nothing }
    switch action {
    case .last: return .effect(.jump(.end))
    case .jumpAnywhere:
      hasChosen = true
      return .effect(.jump(.anywhere))
    case .open: return open()
    case .back where gallery != nil: gallery = nil
    case .back: return hasBack ? .pop : .nothing
    case .add:
      hasChosen = true
      let draft = DraftScreen(schema: schema, start: DraftStart(in: source.scope, of: schema))
      return .push(draft, .checkIsChangeable(schema.id, field: nil))
    case .delete: return askToDelete()
    case .duplicate: return duplicate()
    case .startReading, .finishReading, .noteProgress, .lend:
      return chosenRows.flatMap { ReadingKeys.effect(action, on: $0, schema) }.map { .effect($0) } ?? .nothing
    case .rate, .chooseStatus, .shelve: return change(by: action)
    case .moveRow(let offset): return move(.by(offset))
    case .moveToTop: return move(.toTop)
    case .toggleEditing: return openForEditing()
    case .copy: return copy()
    case .copyAs: return copyAs()
    case .mark, .markAll, .hydrate, .setField: return performOnMarks(action, layout)
    case .chooseOrder: return chooseOrder(layout)
    case .values: return .push(MenuScreen.values(of: schema))
    case .groups: return .effect(.groups(.open))
    case .toggleHeadings: return toggleHeadings()
    case .toggleGallery: gallery = gallery == nil ? Gallery() : nil
    case .merge: return .effect(.duplicates(.compareMarked(marks)))
    case .openFields: return .push(FieldsScreen(schema: schema))
    case .chooseColumns: return .push(ColumnsScreen(schema: schema, columns: window.columns))
    case .reverseOrder: return .effect(.order(window.latestOrder.reversed, keeping: keptRecord()))
    default: return beginPrompt(action)
    }
    return .nothing
  }

  func takes(_ action: Action) -> Bool {
    let isOfLines = [.toggleHeadings, .chooseColumns, .toggleSplit].contains(action)
    return (gallery == nil || !isOfLines) && (action != .toggle || hasToggle)
      && ReadingKeys.offers(action, schema) && prompt?.takes(action) != false
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    if let prompt, prompt.kind == .stars { return prompt.takes(action) }
    // Esc is worth a hint only while rows are hidden.
    if action == .dismiss { return [.search, .gallery].contains(leaving) }
    if window.count == .exactly(0) {
      return switch action {
      case .open: window.suggestion != nil
      case .delete, .duplicate, .move, .mark, .markAll, .merge, .copy, .chooseColumns, .chooseOrder,
        .toggleEditing, .finishReading, .startReading, .lend, .setField, .moveRow, .moveToTop, .values,
        .toggleGallery, .asks(.statistics(.open), _):
        false
      // Other search words may match.
      case .find: !window.filter.isEmpty
      default: true
      }
    }
    return switch action {
    case .move: window.count != .exactly(1)
    case .setField, .markAll, .merge: hasMarks
    // With marks, the hints are about the marked rows.
    case .add, .find, .toggleEditing, .memoryWarning, .values, .toggleGallery, .asks(.statistics(.open), _),
      .asks(.openViews, _):
      !hasMarks
    case .finishReading, .startReading: schema.isRead
    case .lend: schema.isOfLoans
    case .moveRow: isSortedByHand
    default: true
    }
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    switch action {
    case .asks(.statistics(.open), _) where schema.isRead: "year"
    case .toggleGallery where gallery != nil: "list"
    case .dismiss where leaving == .gallery: "list"
    default: nil
    }
  }

  mutating func receive(_ update: Update) {
    gallery?.receive(update)
    switch update {
    case .choosing(let reference): self.reference = reference
    case .finding(let words): given = words
    case .namedViews(schema.id, let views): self.views = views
    case .window(let new) where new != window:
      // "All rows" means others after another filter.
      if case .all = marks, new.filter != window.filter {
        hasLostMarks = hasMarks
        marks = .none
      }
      window = new
      widths.measure(new, schema)
      if let text = prompt?.line.text, prompt?.kind == .find, text == new.filter { explain(text) }
    case .selected(let place):
      isMoving = hasChosen && selection.place != place
      selection.place = place
      if window.count.value <= place { window.count = .atLeast(place + 1) }
    case .groups(let found): take(found)
    case .headings(let hasHeadings): self.hasHeadings = hasHeadings
    case .folded(schema.id, let foldsEmpty): schema.foldsEmpty = foldsEmpty
    case .completed(schema.id, let related): schema.related = related
    case .marked(let rows): marks = rows
    case .deletedRows(let rows):
      marks.forget(rows)
      window.forget(rows)
    default: break
    }
  }

  mutating func settle(_ layout: Layout) {
    if case .exactly(let count) = window.count { selection.place = max(0, min(selection.place, count - 1)) }
    if gallery != nil {
      // A gallery turns pages, so that no cover moves; only the last page is filled from above.
      let grid = Gallery.Grid(layout)
      var row = selection.place / grid.count * grid.rows
      if case .exactly(let count) = window.count {
        row = max(0, min(row, (count + grid.columns - 1) / grid.columns - grid.rows))
      }
      selection.top = row * grid.columns
      let visible = covers(layout)
      gallery?.keep(visible)
      return
    }
    selection.follow(count: reach(0), height: height(layout))
    // Headings take room from the rows.
    if hasHeadings { selection.top += lines(layout).excess(before: selection.place) }
  }

  // MARK: - The gallery

  private func covers(_ layout: Layout) -> [PictureRequest] {
    let rows = visiblePlaces(layout).compactMap { window.row(at: $0) }
    return gallery?.requests(for: rows, schema, layout) ?? []
  }

  func wantedCover(_ layout: Layout) -> PictureRequest? { gallery?.wanted(covers(layout)) }

  mutating func selectField(at place: Position, layout: Layout) -> Bool? {
    guard gallery != nil else { return nil }
    guard let index = Gallery.Grid(layout).index(at: place), window.row(at: selection.top + index) != nil
    else { return false }
    let found = selection.top + index
    defer { (selection.place, hasChosen, isMoving) = (found, true, true) }
    return selection.place == found
  }

  private func lines(_ layout: Layout) -> ListLines {
    ListLines(window, schema, from: selection.top, height: max(1, height(layout)), hasHeadings: hasHeadings)
  }

  private func rowCount(_ layout: Layout) -> Int {
    let hasHeadings = hasHeadings && gallery == nil
    let shown =
      hasHeadings
      ? lines(layout).lines.prefix(height(layout)).count { if case .row = $0 { true } else { false } } : 0
    return hasHeadings ? max(1, shown) : height(layout)
  }

  private mutating func toggleHeadings() -> Outcome {
    guard hasHeadings || window.latestOrder.field != nil else {
      return .effect(.say(ListWording.sortForHeadings))
    }
    hasHeadings.toggle()
    return .nothing
  }

  /// Without headings, groups would be many for nothing, or those of another field.
  private mutating func take(_ found: RowGroups?) {
    guard found == nil || hasHeadings && found?.field == window.latestOrder.field else { return }
    total = found?.total
    groups = found.map { found in
      Dictionary(
        found.groups.flatMap { group in group.values.map { (sortKey(of: $0, found.field), group) } },
        uniquingKeysWith: { first, _ in first })
    }
  }

  private func sortKey(of value: Value, _ field: Int) -> SortKey {
    SortKey(schema.field(at: field).compared(value))
  }

  var spokenHeading: String {
    let place = selection.place
    let lines = ListLines(window, schema, from: max(0, place - 1), height: 4, hasHeadings: hasHeadings).lines
    guard hasHeadings, let row = lines.firstIndex(of: .row(place)), row > 0 else { return "" }
    switch lines[row - 1] {
    case .heading:
      let (text, note) = heading(place)
      return text + (note.isEmpty ? ". " : ", \(note). ")
    case .missing(let numbers): return ListWording.missing(numbers) + ". "
    case .row: return ""
    }
  }

  private func heading(_ place: Int) -> (text: String, note: String) {
    guard let field = ListLines.field(window, schema), let row = window.row(at: place),
      let value = ListLines.value(of: row, field, window, schema)
    else { return ("…", "") }
    let group = groups.map { $0[sortKey(of: value, field)] }
    let note = group.map {
      $0.map { ListWording.count(of: $0, total: total.map { schema.fields[$0] }) } ?? ""
    }
    return (ListWording.value(of: value, schema.field(at: field)), note ?? "…")
  }

  /// Returns false for other actions, or if the last row has to be requested.
  private mutating func scroll(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .move(let offset): move(rows: offset, layout)
    case .moveAcross(let offset): move(offset, layout)
    case .moveHalfPages(let halves) where gallery != nil:
      let rows = height(layout) * halves / 2
      move(rows: rows == 0 ? halves.signum() : rows, layout)
    // With a filter, every row is a match.
    case .findNext(let offset) where !window.filter.isEmpty: move(offset, layout)
    case .moveHalfPages(let halves):
      let page = rowCount(layout)
      selection.moveHalfPages(halves, count: reach(halves * page), height: page)
    case .first: move(-selection.place, layout)
    case .last:
      guard case .exactly(let count) = window.count else { return false }
      move(count - selection.place, layout)
    default: return false
    }
    (hasChosen, isMoving) = (true, true)
    return true
  }

  private func isLastMatch(_ step: Int) -> Bool {
    guard !window.filter.isEmpty, case .exactly(let count) = window.count else { return false }
    return step < 0 ? selection.place == 0 : selection.place + 1 >= count
  }

  mutating func move(_ offset: Int, _ layout: Layout) {
    selection.move(by: offset, count: reach(offset), height: height(layout))
  }

  /// A row of a gallery has several places; at the first and the last row the selection stays.
  private mutating func move(rows: Int, _ layout: Layout) {
    guard gallery != nil else { return move(rows, layout) }
    let columns = Gallery.Grid(layout).columns
    let (row, last) = (selection.place / columns, max(0, reach(rows * columns) - 1) / columns)
    move((max(0, min(row + rows, last)) - row) * columns, layout)
  }

  /// While the count is unknown, a move may go beyond the known rows, except during a search.
  private func reach(_ offset: Int) -> Int {
    switch window.count {
    case .exactly(let count): count
    case .atLeast(let count) where isFound: count
    case .atLeast(let count): max(count, selection.place + max(0, offset) + 1)
    }
  }

  private var isFound: Bool { !window.filter.isEmpty || window.order != .own || source.scope != nil }

  private mutating func open() -> Outcome {
    guard let row = selectedRow else { return takeSuggestion() }
    hasChosen = true
    if let reference { return .effect(.takeRow(row.id, for: reference)) }
    if opensRecords { return .effect(.library(.openRow(row.id))) }
    return .push(DetailScreen(schema: schema, row: row), .look(row.id))
  }

  private mutating func takeSuggestion() -> Outcome {
    guard window.count == .exactly(0), let words = window.suggestion else { return .nothing }
    return .effect(.find(words, keeping: keptRecord()))
  }

  private mutating func openForEditing() -> Outcome {
    guard let row = selectedRow else { return .nothing }
    hasChosen = true
    let note = hasMarks ? ListWording.editsOne(Wording.title(row.title, schema), schema) : nil
    let outcome = Outcome.push(DetailScreen(schema: schema, row: row), .look(row.id), .goOn(.startEditing))
    return note.map { outcome.adding(.say($0)) } ?? outcome
  }

  private func duplicate() -> Outcome {
    guard let row = selectedRow else { return .nothing }
    let note = hasMarks ? ListWording.duplicatesOne(Wording.title(row.title, schema), schema) : nil
    return Outcome(effects: [note.map { .say($0) }, .duplicate(row.id)].compactMap(\.self))
  }

  private mutating func chooseOrder(_ layout: Layout) -> Outcome {
    var menu = MenuScreen(schema: schema, purpose: .order(window.latestOrder, keeping: keptRecord()))
    menu.column = drawing.sortedCells(in: layout)
    return .push(menu)
  }

  private var isOrderedByText: Bool {
    window.latestOrder.terms.first.map { schema.searchedTexts.contains($0.field) } ?? false
  }

  // MARK: - Finding and jumping

  private mutating func beginPrompt(_ action: Action) -> Outcome {
    switch action {
    case .find: beginFind()
    case .jumpToLetter:
      guard isOrderedByText else { return .effect(.say(ListWording.sortByTextFirst)) }
      prompt = Prompt(.letter)
    case .edit(.insert(let digit)): prompt = Prompt(.digits, digit)
    case .findNext(let offset): return findNext(offset)
    case .dismiss: return dismiss()
    default: break
    }
    return .nothing
  }

  mutating func perform(_ action: Action, in prompt: Prompt, _ layout: Layout) -> Outcome? {
    switch (action, prompt.kind) {
    case (_, .stars): return ReadingKeys.rate(action, rated, &self.prompt, schema)
    case (.cancel, .find): return endFind()
    case (.cancel, _): self.prompt = nil
    case (.save, .find): return keepFound(prompt.line.text)
    case (.save, _), (.last, _): return jump(prompt.jump)
    case (.edit(let edit), .find): return find { $0.apply(edit) }
    case (.recall(let count), .find): return recall(count)
    case (.edit(let edit), _): editNumber(edit)
    case (.move, .digits), (.moveHalfPages, .digits): return repeatMotion(action, prompt, layout)
    case (.percent, .digits):
      self.prompt?.appendPercent()
      return jump(self.prompt?.jump)
    case (.percent, _): self.prompt?.appendPercent()
    default: return nil
    }
    return .nothing
  }

  private mutating func repeatMotion(_ action: Action, _ prompt: Prompt, _ layout: Layout) -> Outcome {
    let count = min(Int(prompt.line.text) ?? 1, Self.mostRepeats)
    self.prompt = nil
    switch action {
    case .move(let offset): _ = scroll(.move(offset * count), layout)
    case .moveHalfPages(let halves): _ = scroll(.moveHalfPages(halves * count), layout)
    default: break
    }
    return .nothing
  }

  /// No list has more rows.
  private static let mostRepeats = 1_000_000_000

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    switch prompt?.kind {
    case .find: return find { $0.insert(text, isPaste: isPaste) }
    case .letter: return jump(isPaste ? nil : text.first.map { .firstTitle(from: $0) })
    default: break
    }
    return .nothing
  }

  /// The record that the person selected last, even if a filter hides it.
  private mutating func keptRecord() -> RecordID? {
    let isWhole = window.filter.isEmpty && prompt?.kind != .find
    if isWhole || hasChosen { kept = selectedRow?.id ?? (isWhole ? nil : kept) }
    hasChosen = false
    return kept
  }

  private mutating func beginFind() {
    _ = keptRecord()
    prompt = Prompt(.find, window.filter)
    explain(window.filter)
  }

  private mutating func find(_ change: (inout Prompt) -> Void) -> Outcome {
    guard var prompt else { return .nothing }
    let before = prompt.line.text
    change(&prompt)
    self.prompt = prompt
    let text = prompt.line.text
    guard text != before else { return .nothing }
    explain(text)
    if !text.isBlank { lastSearch = text }
    return .effect(.find(text, keeping: keptRecord()))
  }

  private mutating func explain(_ text: String) {
    let query = Query(text, in: schema)
    let meant = query.meantChoices(in: schema)
    prompt?.problems = query.problems
    if let offered = Query.meant(by: text, in: schema) {
      prompt?.remark = PromptWording.offer(offered)
    } else if let message = ListWording.leftOut(window), text == window.filter {
      prompt?.remark = message
    } else {
      prompt?.remark = query.problems.isEmpty && !meant.isEmpty ? PromptWording.meaning(meant) : nil
    }
  }

  private mutating func recall(_ count: Int) -> Outcome {
    guard let text = searches.recall(count, typed: prompt?.line.text ?? "") else { return .nothing }
    return find { $0.replace(with: text) }
  }

  private mutating func keepFound(_ text: String) -> Outcome {
    prompt = nil
    if let meant = Query.meant(by: text, in: schema) {
      (lastSearch, hasChosen) = (meant, false)
      searches.note(meant)
      return .effect(.find(meant, keeping: keptRecord()))
    }
    searches.note(text)
    guard text.isBlank else {
      let found = text == window.filter ? ListWording.leftOut(window) : nil
      return .effect(.say(hasLostMarks ? ListWording.marksLost : found ?? ListWording.filterKept))
    }
    // An empty search ends the view that had words.
    return .effect(.find("", keeping: keptRecord()))
  }

  private mutating func endFind() -> Outcome {
    if let prompt { searches.note(prompt.line.text) }
    prompt = nil
    hasChosen = true
    return .effect(.find(given, keeping: keptRecord()))
  }

  private func findNext(_ offset: Int) -> Outcome {
    guard !lastSearch.isEmpty else { return .effect(.say(ListWording.nothingSearched)) }
    return .effect(.findNext(lastSearch, offset))
  }

  private mutating func editNumber(_ edit: LineEditor.Action) {
    prompt?.editNumber(edit)
    if prompt?.line.text.isEmpty == true { prompt = nil }
  }

  mutating func jump(_ jump: Jump?) -> Outcome {
    prompt = nil
    guard let jump else { return .nothing }
    hasChosen = true
    return .effect(.jump(jump))
  }

  private enum Leaving { case search, marks, gallery, list }

  private var leaving: Leaving {
    if !window.filter.isEmpty, window.filter != given { return .search }
    return hasMarks ? .marks : gallery != nil ? .gallery : .list
  }

  private mutating func dismiss() -> Outcome {
    switch leaving {
    case .search: return endFind()
    case .marks: marks = .none
    case .gallery: gallery = nil
    case .list where hasBack: return isHome ? .effect(.say(ListWording.isHome)) : .pop
    case .list: break
    }
    return .nothing
  }

  // MARK: - Marks

  private var markCount: RowCount { marks.count(in: window.count) }

  var hasMarks: Bool { markCount != .exactly(0) }

  var isSortedByHand: Bool { HandOrder.field(of: window.latestOrder, in: schema) != nil }

  private mutating func move(_ move: HandOrder.Move) -> Outcome {
    guard hasMarks || selectedRow != nil else { return .nothing }
    hasChosen = true
    return .effect(.moveRows(meantRows, move))
  }

  private mutating func performOnMarks(_ action: Action, _ layout: Layout) -> Outcome {
    switch action {
    case .mark: mark(layout)
    // Rows that the filter hides keep their marks.
    case .markAll where window.count == .exactly(0): break
    case .markAll: return .effect(.markAll(marks))
    case .hydrate: return .effect(.hydrate(hasMarks ? marks : .all))
    case .setField: return setField()
    default: break
    }
    return .nothing
  }

  private mutating func mark(_ layout: Layout) {
    guard let row = selectedRow else { return }
    marks.toggle(row.id)
    move(1, layout)
    hasChosen = true
  }

  private func copy() -> Outcome {
    guard !hasMarks else { return .effect(.copyRows(marks, .title)) }
    return selectedRow.map { .effect(.copyText(Wording.title($0.title, schema))) } ?? .nothing
  }

  private func copyAs() -> Outcome {
    guard hasMarks || selectedRow != nil else { return .nothing }
    return .push(MenuScreen.copying(meantRows, schema))
  }

  private var meantRows: RowSet { hasMarks ? marks : .rows(Set([selectedRow?.id].compactMap { $0 })) }

  var chosenRows: RowSet? { hasMarks || selectedRow != nil ? meantRows : nil }

  private mutating func change(by action: Action) -> Outcome {
    guard let rows = chosenRows else { return .nothing }
    hasChosen = true
    guard action == .rate else {
      return ReadingKeys.change(action, rows, holding: hasMarks ? nil : selectedStatus, schema)
    }
    (prompt, rated) = (Prompt(.stars), rows)
    return .nothing
  }

  private var selectedStatus: Value? {
    guard let field = schema.statusField, let row = selectedRow else { return nil }
    return ListLines.value(of: row, field, window, schema)
  }

  private func setField() -> Outcome {
    if window.count == .exactly(0) { return .effect(.say(ListWording.nothingMarked(schema))) }
    return .push(
      MenuScreen(schema: schema, purpose: hasMarks ? .set(marks, markCount) : .set(.all, window.count)))
  }

  func askToDelete() -> Outcome {
    guard hasMarks else { return selectedRow.map(askToDelete) ?? .nothing }
    return .effect(.askToDelete(marks, markCount, title: nil))
  }

  func askToDelete(_ row: ListRow) -> Outcome {
    let title = Wording.title(row.title, schema)
    return .effect(.askToDelete(.rows([row.id]), .exactly(1), title: title))
  }

  // MARK: - Drawing

  var shownView: (view: NamedView, isOrdered: Bool)? {
    // The status line shows a search that is being typed.
    guard !views.isEmpty, source.scope == nil, prompt?.kind != .find else { return nil }
    func column(_ field: Int) -> String { schema.field(at: field).column }
    var order = window.order.terms.map {
      NamedView.Term(column: column($0.field), isDescending: $0.isDescending)
    }
    if window.order == ListOrder.own.reversed { order = [.init(column: nil, isDescending: true)] }
    let isUsual = window.columns.dropLast(window.extraCount).elementsEqual(schema.defaultColumns)
    let columns = isUsual ? nil : window.columns.map(column)
    return views.shown(by: NamedView(name: "", filter: window.filter, order: order, columns: columns))
  }

  var bar: Bar? { bar(isReadOnly: isReadOnly) }

  func bar(isReadOnly: Bool) -> Bar? {
    let back = (hasBack ? "‹ " : "") + (isReadOnly ? "" : "+")
    let add = hasMarks ? back + "  ✓ " + Wording.number(markCount) : back
    let filter = prompt?.kind == .find ? "" : window.filter
    let titles =
      shownView.map { ListWording.viewTitles($0.view.name, $0.isOrdered ? .own : window.order, schema) }
      ?? ListWording.listTitles(schema, source.scope, window.order, filter: filter)
    var bar = Bar(
      left: .init(add), titles: titles,
      right: .init(
        isReadOnly ? Wording.readOnlySign : "Edit", isEnabled: !isReadOnly && window.count != .exactly(0)))
    if isMoving, window.count.value > 0 { bar.note = ListWording.place(selection.place, of: window.count) }
    return bar
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard window.count != .exactly(0) else { return drawEmpty(on: &frame, layout: layout) }
    if let gallery { return drawGallery(gallery, on: &frame, layout: layout) }
    drawing.draw(on: &frame, layout: layout)
  }

  private var matcher: Matcher {
    window.filter.isEmpty
      ? Matcher("") : Query(window.filter, in: schema).highlight(in: Array(schema.fields.indices))
  }

  private var drawing: ListDrawing {
    ListDrawing(
      schema: schema, window: window, selection: selection, widths: widths, matcher: matcher,
      signs: signs(of:), signCount: signs(of: nil).count, hasHeadings: hasHeadings, heading: heading)
  }

  func signs(of item: ListRow?) -> [Span] {
    var signs: [Span] = []
    if hasMarks { signs.append(Span(item.map { marks.contains($0.id) } ?? false ? "✓" : " ", .action)) }
    switch item?.state {
    case .dirty where item?.isInConflict == true: signs.append(Span("!", .error))
    case nil, .known: signs.append(Span(" ", .content))
    case .hydrated: signs.append(Span("●", .hydrated))
    case .dirty: signs.append(Span("◆", .dirty))
    }
    return signs
  }

  private func drawEmpty(on frame: inout Frame, layout: Layout) {
    let canAdd = !isReadOnly && !layout.isReadOnly
    let text =
      window.filter.isEmpty ? Wording.emptyList(schema, canAdd: canAdd) : ListWording.noMatch(window, schema)
    frame.writeEmpty(text, layout: layout)
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
