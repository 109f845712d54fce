import Cells
import Queries
import Records

struct DetailScreen: FormScreen {
  private(set) var schema: Schema
  private(set) var id: RecordID
  var isVisit = false
  private let nextStart: DraftStart?
  private(set) var title: Value
  /// Kept after the store has dehydrated the record.
  private(set) var record: RecordSnapshot?
  private(set) var isEditing = false
  private(set) var selected = 0
  /// An element of `FieldList.targets`, the selection outside editing.
  private(set) var target: Int?
  private(set) var top = 0
  private var pictures = FormPictures()
  private(set) var relatedRows: [RelatedRows]?
  private var relatedEdition: Int?
  private var typedParts: RelatedRows?
  private(set) var prompt: Prompt?
  private var before: (target: Int?, foldsEmpty: Bool?) = (nil, nil)
  private var isSought = false

  init(schema: Schema, row: ListRow) {
    self.schema = schema
    nextStart = nil
    id = row.id
    title = row.title
  }

  init(schema: Schema, record: RecordSnapshot, nextStart: DraftStart? = nil) {
    self.schema = schema
    self.nextStart = nextStart
    id = record.id
    title = schema.title(of: record.shownValues)
    self.record = record
  }

  var mode: Mode { prompt?.mode ?? (isEditing ? .detailEditing : .detail) }
  var subject: Schema? { schema }
  var shownRecord: RecordID? { id }
  var wantedRecord: RecordID? { record == nil ? id : nil }
  var dirtyRecord: RecordID? { record.flatMap { $0.originals.isEmpty ? nil : $0.id } }
  var comparedRecord: ComparedRecord? {
    ComparedRecord(schema: schema, id: id, title: record.map { schema.title(of: $0.shownValues) } ?? title)
  }
  var namesScreenBelow: Bool { !isEditing }
  var isReadOnly: Bool { schema.isReadOnly }
  private func opensTarget(_ layout: Layout) -> Bool { chosenTarget(layout).map(isLink) ?? false }
  func meaning(of action: Action, _ layout: Layout) -> Action {
    action == .open && !isEditing && !opensTarget(layout) ? .toggleEditing : action
  }
  func hint(for action: Action, _ layout: Layout) -> String? {
    switch action {
    case .open: opensTarget(layout) ? "open" : nil
    case .save: prompt?.kind == .find ? "go" : nil
    case .cancel: prompt?.kind == .find ? "stay" : nil
    default: nil
    }
  }
  var hasBytes: Bool { bytesField.map { shownValue($0).isTextOrBlob } ?? false }
  private var bytesField: Int? {
    let fields = bytesFields
    return isEditing ? fields.first { $0 == selected } : fields.count == 1 ? fields[0] : nil
  }
  private var bytesFields: [Int] {
    schema.fields.indices.filter { schema.fields[$0].kind.isBytes || shownValue($0).isBytes }
  }
  /// The value or the beginning of a large one; NULL until the record arrives.
  private func shownValue(_ field: Int) -> Value {
    record.map { $0.large(at: field)?.shown ?? $0.values[field] } ?? .null
  }
  func offers(_ action: Action, _ layout: Layout) -> Bool {
    if let prompt { return prompt.kind == .stars ? prompt.takes(action) : [.save, .cancel].contains(action) }
    if action == .lend { return schema.isOfLoans }
    guard case .move = action, !isEditing else { return ReadingKeys.offers(action, schema) }
    return record != nil
  }
  func takes(_ action: Action) -> Bool {
    (action != .toggle || hasToggle) && ReadingKeys.offers(action, schema) && prompt?.takes(action) != false
  }
  var hasToggle: Bool { isEditing && schema.fields[selected].kind == .boolean }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    if prompt != nil, let outcome = performTyping(action, layout) { return outcome }
    switch action {
    case .back: return .pop
    case .find: beginFind()
    case .references: return .effect(.openReferences(id))
    case .add: return addRelated(layout)
    case .startReading, .finishReading, .noteProgress, .lend:
      return ReadingKeys.effect(action, on: .rows([id]), schema).map { .effect($0) } ?? .nothing
    case .rate: prompt = Prompt(.stars)
    case .chooseStatus, .shelve:
      let status = schema.statusField.flatMap { field in record.map { $0.values[field] } }
      return ReadingKeys.change(action, .rows([id]), holding: status, schema)
    case .delete: return deleteRelated(layout)
    case .neighbor(let offset): return .effect(.lookAtNeighbor(id, offset))
    case .toggleEditing:
      let outcome = startEditing(layout)
      follow(layout)
      return outcome
    case .open: return open(layout)
    case .edit, .setNull, .editExternally: return edit(.action(action))
    case .takeBack: return takeBack()
    case .duplicate: return duplicate()
    case .proceed(let step):
      let outcome = goOn(step)
      follow(layout)
      return outcome
    case .fold: return .effect(.foldFields(schema.id, !foldsEmpty))
    case .openAddress: return openAddress()
    case .clear: return clear()
    case .export: return export()
    case .toggle: return toggle()
    case .values: return .push(MenuScreen.values(of: schema))
    case .copy: return copy()
    case .copyAs: return .push(MenuScreen.copying(.rows([id]), schema))
    case .move(let offset): move(offset, layout)
    case .moveHalfPages(let halves):
      if isEditing, let record {
        selected = list(record, layout).field(halfPages: halves, layout: layout)
      } else {
        move(halves * max(1, layout.content.count / 2), layout)
      }
    case .moveAcross(let offset):
      let columns = layout.size.columns
      selected =
        record.flatMap { list($0, layout).field(beside: selected, offset, columns: columns) } ?? selected
    case .first: goToEnd(-1, layout)
    case .last: goToEnd(1, layout)
    default: break
    }
    follow(layout)
    return .nothing
  }

  /// A record is a page outside editing, unless it has only a few fields.
  private var isPage: Bool {
    !isEditing && (relatedRows?.isEmpty == false || schema.fields.count { !$0.isHidden } > FieldList.fewCount)
  }

  private var foldsEmpty: Bool { schema.foldsEmpty ?? isPage }

  private mutating func toggleEditing() -> Outcome {
    guard record != nil else { return .effect(.look(id)) }
    isEditing.toggle()
    selected = schema.visibleField(at: selected)
    return isEditing ? .effect(.beginForm) : .nothing
  }

  private mutating func startEditing(_ layout: Layout) -> Outcome {
    if let rows = chosenParts(layout) {
      typedParts = rows
      return rows.editParts()
    }
    guard !isEditing, target != nil, let field = chosenTarget(layout),
      schema.fields.indices.contains(field), !schema.fields[field].isGenerated
    else { return toggleEditing() }
    selected = field
    let begun = toggleEditing()
    let opened = open(layout)
    return Outcome(change: opened.change, effects: begun.effects + opened.effects)
  }

  private mutating func takeBack() -> Outcome {
    isEditing = false
    return .effect(.takeBack(id))
  }

  private func duplicate() -> Outcome { record == nil ? .effect(.look(id)) : .effect(.duplicate(id)) }

  mutating func goOn(_ step: FormStep) -> Outcome {
    guard isEditing || step == .begin || step == .startEditing else { return .nothing }
    switch step {
    case .field(let offset): selected = schema.field(after: selected, by: offset)
    case .end: isEditing = false
    case .another, .begin:
      let draft = DraftScreen(schema: schema, start: nextStart)
      return .replace(draft, .checkIsChangeable(schema.id, field: nil))
    case .neighbor(let offset): return .effect(.lookAtNeighbor(id, offset), .beginForm, .goOn(.edit))
    case .edit: return edit(.opened)
    // If the record could not be read, the reason is already shown.
    case .startEditing: return isEditing || record == nil ? .nothing : toggleEditing()
    case .type(let text, let isPaste): return insert(text, isPaste: isPaste)
    case .save: break
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    if prompt?.kind == .find {
      find { $0.insert(text, isPaste: isPaste) }
      return .nothing
    }
    return isEditing ? edit(.text(text, isPaste: isPaste)) : .nothing
  }

  /// The largest text in bytes that can be edited, because each key copies the text.
  private static let editedByteCount = 16 << 20

  private func isTyped(_ field: Int) -> Bool {
    !schema.fields[field].isGenerated && !schema.fields[field].takesFile(for: shownValue(field))
  }

  private mutating func open(_ layout: Layout) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    if let target = chosenTarget(layout) { return follow(target, from: record) }
    if isEditing, schema.reference(of: selected) != nil {
      return .effect(.chooseRow(schema.id, field: selected))
    }
    return edit(.opened)
  }

  private mutating func follow(_ field: Int, from record: RecordSnapshot) -> Outcome {
    guard field >= schema.fields.count
    else { return record.links.first { $0.field == field }.map { .effect(.openLink($0)) } ?? .nothing }
    let item = relatedItems[field - schema.fields.count]
    let rows = (relatedRows ?? [])[item.table]
    guard let content = rows.content else { return .effect(.related(.read(id, rows))) }
    return .effect(item.row.map { .openRecord(content.rows[$0].id) } ?? .openList(rows.source))
  }

  private var relatedItems: [RelatedItem] {
    RelatedItem.items(of: isEditing ? [] : relatedRows ?? [], foldsEmpty: foldsEmpty)
  }

  private func chosenItem(_ layout: Layout) -> RelatedItem? {
    guard let target = chosenTarget(layout) else { return nil }
    let (item, items) = (target - schema.fields.count, relatedItems)
    return items.indices.contains(item) ? items[item] : nil
  }

  private func chosenParts(_ layout: Layout) -> RelatedRows? {
    chosenItem(layout).flatMap { relatedRows?[$0.table] }.flatMap { $0.joined == nil ? nil : $0 }
  }

  private func addRelated(_ layout: Layout) -> Outcome {
    guard record != nil, let related = relatedRows, !related.isEmpty
    else { return .effect(.say(Wording.nothingPointsHere)) }
    if let item = chosenItem(layout) { return .effect(.related(.add(related[item.table].source))) }
    if related.count == 1 { return .effect(.related(.add(related[0].source))) }
    let choices = related.map { ListChoice(name: RelatedWording.label($0), source: $0.source) }
    return .push(MenuScreen.adding(to: choices, schema))
  }

  private func deleteRelated(_ layout: Layout) -> Outcome {
    guard let item = chosenItem(layout), let rows = relatedRows?[item.table], let row = item.row,
      let content = rows.content
    else { return .effect(.say(Wording.noRelatedRow)) }
    let title = Wording.shortened(RelatedWording.text(of: content.rows[row], in: rows), to: 160)
    return .effect(.askToDeleteRelated(content.rows[row].id, said: title))
  }

  var related: (record: RecordSnapshot, edition: Int?)? { record.map { ($0, relatedEdition) } }

  private func edit(_ start: FieldStart) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    // Starting from a part of the value would lose the rest of it.
    if let large = record.large(at: selected), isTyped(selected) {
      guard large.byteCount <= Self.editedByteCount
      else { return .effect(.say(FieldWording.tooLong(schema.fields[selected], large.byteCount))) }
      return Outcome(effects: [.openLarge(id, field: selected)] + (start.step.map { [.goOn($0)] } ?? []))
    }
    // In a conflict, the database holds another value, which the conflicts screen shows.
    let held = record.conflicts.contains(selected) ? nil : record.originals[selected]
    return .edit(
      schema.fields[selected], holding: shownValue(selected), writtenAs: held, isInForm: true, start
    )
    .adding(.checkIsChangeable(schema.id, field: selected))
  }

  private func openAddress() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    let addresses = schema.fields.indices.lazy.filter { schema.fields[$0].kind == .url }
      .compactMap { schema.fields[$0].address(of: record.values[$0]) }
    guard let address = addresses.first else { return .effect(.say(Wording.noAddress)) }
    return .push(AlertScreen.opening(address))
  }

  private func copy() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    if isEditing { return .effect(.copyField(id, field: selected)) }
    let fields = schema.fields.indices.filter { !record.shownValues[$0].isNull && !shownValue($0).isBytes }
    return fields.isEmpty
      ? .effect(.say(Wording.nothingToCopy))
      : .push(MenuScreen.copying(fields, of: id, schema))
  }

  private func clear() -> Outcome {
    let field = schema.fields[selected]
    guard bytesFields.contains(selected) else { return .effect(.say(BlobWording.noBytes)) }
    do {
      return .effect(.set(id, field: selected, try field.null()))
    } catch {
      return .effect(.say(FieldWording.problem(error, in: field)))
    }
  }

  private var exportedField: Int? {
    bytesField ?? (isEditing && record?.large(at: selected) != nil ? selected : nil)
  }

  private func export() -> Outcome {
    guard let record, let field = exportedField else {
      return .effect(
        .say(bytesFields.count > 1 && !isEditing ? BlobWording.chooseBytes : BlobWording.noBytes))
    }
    guard shownValue(field).isTextOrBlob
    else { return .effect(.say(BlobWording.nothingToWrite(schema.fields[field]))) }
    let title = schema.text(ofTitle: schema.title(of: record.shownValues))
    let name = BlobWording.fileName(title: title, blob(record, field))
    let label = schema.fields[field].label
    return .push(FileScreen(writing: field, of: id, label: label, name: name), .listFolder(""))
  }

  private func toggle() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    do throws(ToggleRefusal) {
      if record.large(at: selected) != nil {
        throw ToggleRefusal(message: FieldWording.noTruth(schema.fields[selected]))
      }
      let value = try schema.fields[selected].toggling(record.values[selected])
      return .effect(.set(id, field: selected, value))
    } catch {
      return .effect(.say(error.message))
    }
  }

  mutating func settle(_ layout: Layout) {
    guard isSought, let record, let target else { return }
    var list = plainList(record, layout)
    list.selected = target
    (top, isSought) = (list.top(from: top, layout: layout), false)
  }

  private mutating func move(_ offset: Int, _ layout: Layout) {
    if isEditing, let record {
      let columns = layout.size.columns
      selected = list(record, layout).field(from: selected, rows: offset, columns: columns) ?? selected
    } else if abs(offset) == 1, let next = next(offset, layout) {
      target = next
    } else {
      top = max(0, top + offset)
      if visibleTargets(layout).isEmpty { passLabel(offset) }
    }
  }

  private mutating func passLabel(_ offset: Int) {
    let order = targets
    guard let place = target.flatMap({ order.firstIndex(of: $0) }) else { return }
    target = order[max(0, min(place + offset.signum(), order.count - 1))]
    isSought = true
  }

  /// Goes to the first or the last field; outside editing, no field is selected at the top.
  private mutating func goToEnd(_ direction: Int, _ layout: Layout) {
    top = direction < 0 ? 0 : .max / 2
    if isEditing {
      let visible = schema.displayOrder.filter { !schema.fields[$0].isHidden }
      selected = (direction < 0 ? visible.first : visible.last) ?? selected
    } else {
      target = direction < 0 ? nil : targets.last
      isSought = visibleTargets(layout).isEmpty
    }
  }

  private func next(_ offset: Int, _ layout: Layout) -> Int? {
    let visible = visibleTargets(layout)
    guard let chosen = chosenTarget(layout) else { return offset > 0 ? visible.first : nil }
    guard let place = visible.firstIndex(of: chosen) else { return nil }
    return visible.indices.contains(place + offset) ? visible[place + offset] : nil
  }

  private mutating func follow(_ layout: Layout) { if let record { top = shownTop(record, layout) } }

  /// Sets the field, or changes the list of a joining table; the editor waits for the store.
  func accept(_ value: Value, title: String?) -> Acceptance {
    if isEditing { return .waits([.set(id, field: selected, value)]) }
    return typedParts.map { .waits([$0.change(to: value, of: id)]) } ?? .waits([])
  }

  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)? {
    guard id == self.id else { return nil }
    let editor = FieldEditor.screen(for: schema.fields[field], holding: value, isInForm: true)
    return (editor, editor.mode.choosesFile ? FieldWording.takesFile(schema.fields[field], value) : nil)
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .record(let snapshot) where snapshot.id == id:
      if !haveSameBytes(record, snapshot) { pictures.forget() }
      record = snapshot
    case .written(id): record?.originals = [:]
    case .accepted(let snapshot) where snapshot.id == id:
      pictures.forget()
      record = snapshot
    case .related(id, let rows, let edition): (relatedRows, relatedEdition) = (rows, edition)
    case .folded(schema.id, let foldsEmpty): schema.foldsEmpty = foldsEmpty
    case .neighbor(let snapshot): become(DetailScreen(schema: schema, record: snapshot))
    case .lateNeighbor(let row): become(DetailScreen(schema: schema, row: row))
    default: pictures.receive(update, of: id)
    }
  }

  private mutating func become(_ other: DetailScreen) {
    let (isEditing, selected, target, isVisit) = (isEditing, selected, target, isVisit)
    self = other
    (self.isEditing, self.selected, self.isVisit) = (isEditing, selected, isVisit)
    self.target = target.flatMap { schema.fields.indices.contains($0) ? $0 : nil }
  }

  private func haveSameBytes(_ old: RecordSnapshot?, _ new: RecordSnapshot) -> Bool {
    guard let old else { return true }
    return schema.fields.indices.allSatisfy { field in
      let large = [old, new].map { $0.large(at: field) ?? LargeValue($0.values[field]) }
      return large.allSatisfy { $0?.isText ?? true } || large[0] == large[1]
    }
  }

  // MARK: - Drawing

  var bar: Bar? { bar(isReadOnly: isReadOnly) }

  func bar(isReadOnly: Bool) -> Bar? {
    let title = record.map { schema.title(of: $0.shownValues) } ?? title
    return Bar(
      left: .init(isEditing ? "Cancel" : Wording.back(to: Wording.name(of: schema))),
      title: Wording.title(title, schema),
      right: .init(isReadOnly ? Wording.readOnlySign : isEditing ? "Done" : "Edit", isEnabled: !isReadOnly))
  }

  func draw(on frame: inout Frame, layout: Layout, editing: (any EditorScreen)?) {
    guard let record else { return faults.draw(on: &frame, layout: layout, top: 0) }
    var list = list(record, layout)
    list.editing = editing
    let top = editing == nil ? shownTop(record, layout) : list.top(from: top, layout: layout)
    list.draw(on: &frame, layout: layout, top: top)
  }

  private var faults: FieldList {
    var list = FieldList(
      fields: schema.fields, values: schema.fields.map { _ in .null }, isPage: isPage,
      titleFields: schema.titleFields, missing: Set(schema.fields.indices))
    if schema.titleFields.count == 1, !title.isNull, let field = schema.titleFields.first {
      list.values[field] = title
      list.missing.remove(field)
    }
    return list
  }

  func list(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    var list = plainList(record, layout)
    list.selected = isEditing ? selected : chosenTarget(layout)
    return list
  }

  /// The fields without pictures and notes, which depend on the room.
  private func bareList(_ record: RecordSnapshot) -> FieldList {
    FieldList(
      fields: schema.fields, values: record.shownValues, isPage: isPage, titleFields: schema.titleFields,
      groups: schema.fieldGroups, order: schema.displayOrder,
      links: record.links, conflicts: record.conflicts,
      changed: Set(record.originals.keys), related: isEditing ? [] : relatedRows ?? [],
      chosen: schema.chosenFields, isFolded: foldsEmpty && !isEditing, hasPlaceholder: isEditing)
  }

  private func plainList(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    var list = bareList(record)
    let blobs = schema.fields.indices.compactMap { field in blob(record, field).map { (field, $0) } }
    let notes =
      record.large.compactMap { large in note(on: large.value, large.index, layout).map { (large.index, $0) }
      }
      + pictures.notes
    list.blobs = Dictionary(uniqueKeysWithValues: blobs)
    list.notes = Dictionary(notes) { $1 }
    list.today = layout.today
    let (first, room) = (firstBlobs(record), pictureRoom(layout))
    list.pictures = pictures.shown(id, first, room)
    // The lesson shows no spines, and a picture that is still missing keeps its place free.
    if isPage, !layout.showsHydration, schema.isOfCovers, pictures.missing(id, first, room).isEmpty {
      list.spine = Spine(title: Wording.title(schema.title(of: record.shownValues), schema))
    }
    list.fit(layout)
    return list
  }

  private func pictureRoom(_ layout: Layout) -> Size { FieldList.pictureRoom(layout, isPage: isPage) }

  private func note(on large: LargeValue, _ field: Int, _ layout: Layout) -> String? {
    guard large.isText else { return nil }
    let isEditable =
      !isReadOnly && !layout.isReadOnly && isTyped(field)
      && large.byteCount <= Self.editedByteCount
    return FieldWording.cutText(large.byteCount, isEditable: isEditable)
  }

  func blob(_ record: RecordSnapshot, _ field: Int) -> BlobSummary? {
    guard var blob = BlobSummary(record, field) else { return nil }
    if let info = pictures.infos[field] { blob.info = info }
    return blob
  }

  private func firstBlobs(_ record: RecordSnapshot) -> [Int: BlobSummary] {
    let found = schema.fields.indices.compactMap { field in BlobSummary(record, field).map { (field, $0) } }
    return Dictionary(uniqueKeysWithValues: found)
  }

  func wantedPicture(_ layout: Layout) -> PictureRequest? {
    guard let record else { return nil }
    let missing = pictures.missing(id, firstBlobs(record), pictureRoom(layout))
    guard !missing.isEmpty else { return nil }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    let isAside = FieldList.asideWidth(layout, isPage: isPage) > 0
    return missing.first { isAside || list.isVisible($0.field, layout: layout, top: top) }
  }

  // MARK: - The selection while nothing is edited

  private var targets: [Int] { record.map { bareList($0).targets } ?? [] }

  /// The selected target: the visible one nearest to the last selection; at first, the first reference.
  private func chosenTarget(_ layout: Layout) -> Int? {
    guard !isEditing, layout.hasFocus, let record, target != nil || !record.links.isEmpty else { return nil }
    let visible = visibleTargets(layout)
    guard let target else { return visible.first(where: isLink) }
    if visible.contains(target) { return target }
    let order = bareList(record).unfolded.targets
    let place = order.firstIndex(of: target) ?? order.count
    return visible.min { left, right in
      abs((order.firstIndex(of: left) ?? 0) - place) < abs((order.firstIndex(of: right) ?? 0) - place)
    }
  }

  private func visibleTargets(_ layout: Layout) -> [Int] {
    guard let record else { return [] }
    let list = plainList(record, layout)
    let visible = list.visibleFields(layout: layout, top: list.top(from: top, layout: layout))
    return list.targets.filter(visible.contains)
  }

  mutating func selectField(at place: Position, layout: Layout) -> Bool? {
    guard let record else { return nil }
    let list = plainList(record, layout)
    guard let found = list.target(at: place, layout: layout, top: shownTop(record, layout))
    else { return nil }
    defer { target = found }
    return chosenTarget(layout) == found
  }

  private func isLink(_ target: Int) -> Bool {
    target >= schema.fields.count || record?.links.contains { $0.field == target } == true
  }

  // MARK: - Going to a field by its name

  private mutating func beginFind() {
    if record != nil { (prompt, before) = (Prompt(.find), (target, schema.foldsEmpty)) }
  }

  private mutating func performTyping(_ action: Action, _ layout: Layout) -> Outcome? {
    if prompt?.kind == .stars { return ReadingKeys.rate(action, .rows([id]), &prompt, schema) }
    switch action {
    case .save: prompt = nil
    case .cancel: (prompt, target, schema.foldsEmpty) = (nil, before.target, before.foldsEmpty)
    case .edit(let edit): find { $0.apply(edit) }
    case .recall: break
    default: return nil
    }
    follow(layout)
    return .nothing
  }

  /// Selects the first field whose label matches the typed words, unfolding empty fields for it.
  private mutating func find(_ edit: (inout Prompt) -> Void) {
    guard var prompt, let record else { return }
    edit(&prompt)
    defer { self.prompt = prompt }
    prompt.remark = nil
    guard !prompt.line.text.allSatisfy(\.isWhitespace) else { return }
    let matcher = Matcher(prompt.line.text)
    let unfolded = bareList(record).unfolded
    if bareList(record).target(matching: matcher) == nil, unfolded.target(matching: matcher) != nil {
      schema.foldsEmpty = false
    }
    guard let found = bareList(record).target(matching: matcher) else {
      prompt.remark = Wording.noField(named: prompt.line.text)
      return
    }
    (target, isSought) = (found, true)
  }

  /// A selected field is scrolled fully into view; a link never scrolls the view.
  private func shownTop(_ record: RecordSnapshot, _ layout: Layout) -> Int {
    (isEditing ? list(record, layout) : plainList(record, layout)).top(from: top, layout: layout)
  }
}

extension Value {
  fileprivate var isTextOrBlob: Bool { LargeValue(self) != nil }
}
