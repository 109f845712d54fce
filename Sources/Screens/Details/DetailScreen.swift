import Cells
import Records

/// Shows one record: its fields can be read, and selected while editing.
public struct DetailScreen: FormScreen {
  private(set) var schema: Schema
  private(set) var id: RecordID
  /// The initial values of a record that is added after this one.
  private let nextStart: DraftStart?
  /// The title from the list, used until the record arrives.
  private(set) var title: Value
  /// The record that is shown; it stays after the store has dehydrated it.
  private(set) var record: RecordSnapshot?
  private(set) var isEditing = false
  private(set) var selected = 0
  /// The selected link while nothing is edited.
  private(set) var link = -1
  private(set) var top = 0
  private var pictures = FormPictures()
  /// The rows that point to the record, or nil until they are known.
  private(set) var relatedRows: [RelatedRows]?
  /// When these were read, as the store counts.
  private var relatedEdition: Int?

  init(schema: Schema, row: ListRow) {
    self.schema = schema
    nextStart = nil
    id = row.id
    title = row.title
  }

  /// Makes the detail screen of a record that exists.
  ///
  /// - Parameter nextStart: The initial values of a record that is added after this one; nil for none.
  init(schema: Schema, record: RecordSnapshot, nextStart: DraftStart? = nil) {
    self.schema = schema
    self.nextStart = nextStart
    id = record.id
    title = schema.title(of: record.shownValues)
    self.record = record
  }

  var mode: Mode { isEditing ? .detailEditing : .detail }
  var subject: Schema? { schema }
  var shownRecord: RecordID? { id }
  var wantedRecord: RecordID? { record == nil ? id : nil }
  var dirtyRecord: RecordID? { record.flatMap { $0.originals.isEmpty ? nil : $0.id } }
  var comparedRecord: ComparedRecord? {
    ComparedRecord(schema: schema, id: id, title: record.map { schema.title(of: $0.shownValues) } ?? title)
  }
  var namesScreenBelow: Bool { !isEditing }
  var isReadOnly: Bool { schema.isReadOnly }
  /// Whether Enter follows a link.
  private func opensLink(_ layout: Layout) -> Bool { !isEditing && chosenLink(layout) != nil }
  /// Enter opens the row that a field points to; otherwise it turns editing on.
  func meaning(of action: Action, _ layout: Layout) -> Action {
    action == .open && !isEditing && !opensLink(layout) ? .toggleEditing : action
  }
  func hint(for action: Action, _ layout: Layout) -> String? {
    action == .open && opensLink(layout) ? "open" : nil
  }
  var hasBytes: Bool { bytesField.map { shownValue($0).isTextOrBlob } ?? false }
  /// The blob field to act on: the selected one while editing, otherwise the only one with a value.
  private var bytesField: Int? {
    let fields = bytesFields
    return isEditing ? fields.first { $0 == selected } : fields.count == 1 ? fields[0] : nil
  }
  /// The blob fields, and other fields that hold a blob anyway.
  private var bytesFields: [Int] {
    schema.fields.indices.filter { schema.fields[$0].kind.isBytes || shownValue($0).isBytes }
  }
  /// A field's value, or the beginning of a large one; NULL until the record arrives.
  private func shownValue(_ field: Int) -> Value {
    record.map { $0.large(at: field)?.shown ?? $0.values[field] } ?? .null
  }
  func offers(_ action: Action, _ layout: Layout) -> Bool {
    guard case .move = action, let record, !isEditing else { return ReadingKeys.offers(action, schema) }
    let list = plainList(record, layout)
    return !record.links.isEmpty || !relatedItems.isEmpty || list.top(from: .max / 2, layout: layout) > 0
  }
  func takes(_ action: Action) -> Bool {
    (action != .toggle || hasToggle) && ReadingKeys.offers(action, schema)
  }
  var hasToggle: Bool { isEditing && schema.fields[selected].kind == .boolean }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back: return .pop
    case .references: return .effect(.openReferences(id))
    case .add: return addRelated(layout)
    case .startReading, .finishReading, .lend:
      return ReadingKeys.effect(action, on: id).map { .effect($0) } ?? .nothing
    case .delete: return deleteRelated(layout)
    case .neighbor(let offset): return .effect(.lookAtNeighbor(id, offset))
    case .toggleEditing:
      let outcome = toggleEditing()
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
    case .values: return listValues()
    case .copy: return copy()
    case .copyAs: return .push(MenuScreen(schema: schema, purpose: .copyRows(.rows([id]))))
    case .move(let offset): move(offset, layout)
    case .moveHalfPages(let halves):
      if isEditing, let record {
        selected = list(record, layout).field(halfPages: halves, layout: layout)
      } else {
        move(halves * max(1, layout.content.count / 2), layout)
      }
    case .first: move(-.max / 2, layout)
    case .last: move(.max / 2, layout)
    default: break
    }
    follow(layout)
    return .nothing
  }

  /// Whether empty fields are folded while nothing is edited: in a table of many fields, unless the person has said otherwise.
  private var foldsEmpty: Bool {
    schema.foldsEmpty ?? (schema.fields.count { !$0.isHidden } >= FieldList.denseCount)
  }

  private mutating func toggleEditing() -> Outcome {
    guard record != nil else { return .effect(.look(id)) }
    isEditing.toggle()
    selected = schema.visibleField(from: selected, by: 0)
    return isEditing ? .effect(.beginForm) : .nothing
  }

  /// Reverts all changes since editing was turned on.
  private mutating func takeBack() -> Outcome {
    isEditing = false
    return .effect(.takeBack(id))
  }

  /// Starts a new record with the values of this one.
  private func duplicate() -> Outcome {
    record == nil ? .effect(.look(id)) : .effect(.duplicate(id))
  }

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
    isEditing ? edit(.text(text, isPaste: isPaste)) : .nothing
  }

  /// The largest text in bytes that can be edited: each key copies it.
  private static let editedByteCount = 16 << 20

  /// Whether a field's value can be typed, judging by its beginning.
  private func isTyped(_ field: Int) -> Bool {
    !schema.fields[field].isGenerated && !schema.fields[field].takesFile(for: shownValue(field))
  }

  private mutating func open(_ layout: Layout) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    if let link = chosenLink(layout) { return follow(link, from: record) }
    if isEditing, schema.reference(of: selected) != nil {
      return .effect(.chooseRow(schema.id, field: selected))
    }
    return edit(.opened)
  }

  /// Opens the row that a field points to, or the selected item among the rows that point here.
  private mutating func follow(_ link: Int, from record: RecordSnapshot) -> Outcome {
    guard link >= record.links.count else { return .effect(.openLink(record.links[link])) }
    let item = relatedItems[link - record.links.count]
    let rows = (relatedRows ?? [])[item.table]
    guard let content = rows.content else { return .effect(.readRelated(id, rows)) }
    return .effect(item.row.map { .openRecord(content.rows[$0].id) } ?? .openList(rows.source))
  }

  /// The items among the rows that point here.
  private var relatedItems: [RelatedItem] {
    RelatedItem.items(of: isEditing ? [] : relatedRows ?? [], foldsEmpty: foldsEmpty)
  }

  /// The selected item among the rows that point here.
  private func chosenItem(_ layout: Layout) -> RelatedItem? {
    guard let record, let link = chosenLink(layout), link >= record.links.count else { return nil }
    return relatedItems[link - record.links.count]
  }

  /// Starts a row that points here: in the selected table or the only one, otherwise in one that the person chooses.
  private func addRelated(_ layout: Layout) -> Outcome {
    guard record != nil, let related = relatedRows, !related.isEmpty else {
      return .effect(.say(Wording.nothingPointsHere))
    }
    if let item = chosenItem(layout) { return .effect(.addRelated(related[item.table].source)) }
    if related.count == 1 { return .effect(.addRelated(related[0].source)) }
    let choices = related.map { ListChoice(name: RelatedWording.label($0), source: $0.source) }
    return .push(MenuScreen(schema: schema, purpose: .addTo(choices)))
  }

  /// Asks whether to delete the selected one of the rows that point here.
  private func deleteRelated(_ layout: Layout) -> Outcome {
    guard let item = chosenItem(layout), let rows = relatedRows?[item.table], let row = item.row,
      let content = rows.content
    else { return .effect(.say(Wording.noRelatedRow)) }
    let title = RelatedWording.text(of: content.rows[row], in: rows)
    return .effect(.askToDeleteRelated(content.rows[row].id, said: title))
  }

  var related: (record: RecordSnapshot, edition: Int?)? { record.map { ($0, relatedEdition) } }

  /// Opens the editor of the selected field.
  private func edit(_ start: FieldStart) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    // Starting from a part of the value would lose the rest of it.
    if let large = record.large(at: selected), isTyped(selected) {
      guard large.byteCount <= Self.editedByteCount else {
        return .effect(.say(FieldWording.tooLong(schema.fields[selected], large.byteCount)))
      }
      return Outcome(
        effects: [.openLarge(id, field: selected)] + (start.step.map { [.goOn($0)] } ?? []))
    }
    // A field in conflict has a different value in the database by now, which the conflicts show.
    let held = record.conflicts.contains(selected) ? nil : record.originals[selected]
    return .edit(
      schema.fields[selected], holding: shownValue(selected), writtenAs: held, isInForm: true, start
    )
    .adding(.checkIsChangeable(schema.id, field: selected))
  }

  /// Asks whether to open the record's first web address.
  private func openAddress() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    let addresses = schema.fields.indices.lazy.filter { schema.fields[$0].kind == .url }
      .compactMap { schema.fields[$0].address(of: record.values[$0]) }
    guard let address = addresses.first else { return .effect(.say(Wording.noAddress)) }
    return .push(AlertScreen.opening(address))
  }

  /// Copies the selected field, or asks which of the fields that have a value.
  private func copy() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    if isEditing { return .effect(.copyField(id, field: selected)) }
    let fields = schema.fields.indices.filter { !record.shownValues[$0].isNull && !shownValue($0).isBytes }
    return fields.isEmpty
      ? .effect(.say(Wording.nothingToCopy))
      : .push(MenuScreen(schema: schema, purpose: .copyField(id, fields)))
  }

  /// Asks which field's values to list.
  private func listValues() -> Outcome { .push(MenuScreen(schema: schema, purpose: .values)) }

  /// Sets the selected blob to NULL.
  private func clear() -> Outcome {
    let field = schema.fields[selected]
    guard bytesFields.contains(selected) else { return .effect(.say(BlobWording.noBytes)) }
    do {
      return .effect(.set(id, field: selected, try field.null()))
    } catch {
      return .effect(.say(FieldWording.problem(error, in: field)))
    }
  }

  /// The field to export: the blob to act on, or the selected text if it is too long to show.
  private var exportedField: Int? {
    bytesField ?? (isEditing && record?.large(at: selected) != nil ? selected : nil)
  }

  /// Asks which file to write the bytes to.
  private func export() -> Outcome {
    guard let record, let field = exportedField else {
      return .effect(
        .say(bytesFields.count > 1 && !isEditing ? BlobWording.chooseBytes : BlobWording.noBytes))
    }
    guard shownValue(field).isTextOrBlob else {
      return .effect(.say(BlobWording.nothingToWrite(schema.fields[field])))
    }
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

  /// Moves the selection while editing; otherwise moves to the next link if it is visible, or scrolls.
  private mutating func move(_ offset: Int, _ layout: Layout) {
    if isEditing {
      selected = schema.visibleField(from: selected, by: offset)
    } else if abs(offset) == 1, let record, isVisible(next(offset, record, layout), record, layout) {
      link = next(offset, record, layout)
    } else {
      top = max(0, top + offset)
    }
  }

  /// The link after the selected one, or before it; -1 before the first related one.
  private func next(_ offset: Int, _ record: RecordSnapshot, _ layout: Layout) -> Int {
    (chosenLink(layout) ?? -1) + offset
  }

  /// Whether a link is visible, or is -1 where no link has to be selected.
  private func isVisible(_ link: Int, _ record: RecordSnapshot, _ layout: Layout) -> Bool {
    visibleLinks(record, layout).contains(link) || link == -1 && record.links.isEmpty && self.link >= 0
  }

  /// Scrolls to keep the selected field visible, and within the record.
  private mutating func follow(_ layout: Layout) {
    if let record { top = shownTop(record, layout) }
  }

  /// Sets the selected field; the editor stays until the store has taken the value.
  func accept(_ value: Value, title: String?) -> Acceptance { .waits([.set(id, field: selected, value)]) }

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

  /// Switches to another record, and stays on the same field.
  private mutating func become(_ other: DetailScreen) {
    let (isEditing, selected) = (isEditing, selected)
    self = other
    (self.isEditing, self.selected) = (isEditing, selected)
  }

  /// Whether two snapshots have the same photos and blobs, judging by their lengths and first bytes.
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

  /// The fields before the record arrives: all but the title are faults.
  private var faults: FieldList {
    var list = FieldList(
      fields: schema.fields, values: schema.fields.map { _ in .null }, missing: Set(schema.fields.indices))
    if schema.titleFields.count == 1, !title.isNull, let field = schema.titleFields.first {
      list.values[field] = title
      list.missing.remove(field)
    }
    return list
  }

  /// The fields and the selected one: a field while editing, otherwise the link that Enter follows.
  func list(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    var list = plainList(record, layout)
    list.selected = isEditing ? selected : chosenLink(layout).map { field(of: $0, record) }
    return list
  }

  /// The index of a link among the fields; related rows come after the fields.
  private func field(of link: Int, _ record: RecordSnapshot) -> Int {
    link < record.links.count ? record.links[link].field : schema.fields.count + link - record.links.count
  }

  private func plainList(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    let blobs = schema.fields.indices.compactMap { field in blob(record, field).map { (field, $0) } }
    let notes =
      record.large.compactMap { large in note(on: large.value, large.index, layout).map { (large.index, $0) }
      }
      + pictures.notes
    return FieldList(
      fields: schema.fields, values: record.shownValues, links: record.links,
      conflicts: record.conflicts, changed: Set(record.originals.keys),
      blobs: Dictionary(uniqueKeysWithValues: blobs), notes: Dictionary(notes) { $1 },
      pictures: pictures.shown(id, firstBlobs(record), layout), related: isEditing ? [] : relatedRows ?? [],
      chosen: schema.chosenFields,
      isFolded: foldsEmpty && !isEditing, hasPlaceholder: isEditing)
  }

  /// The note below a text that is cut: its length, and how to see the rest if that is possible.
  private func note(on large: LargeValue, _ field: Int, _ layout: Layout) -> String? {
    guard large.isText else { return nil }
    let isEditable =
      !isReadOnly && !layout.isReadOnly && isTyped(field)
      && large.byteCount <= Self.editedByteCount
    return FieldWording.cutText(large.byteCount, isEditable: isEditable)
  }

  /// The summary of a field that holds bytes.
  func blob(_ record: RecordSnapshot, _ field: Int) -> BlobSummary? {
    guard var blob = BlobSummary(record, field) else { return nil }
    if let info = pictures.infos[field] { blob.info = info }
    return blob
  }

  /// What the fields with bytes hold, judging by the bytes that were read with the record.
  private func firstBlobs(_ record: RecordSnapshot) -> [Int: BlobSummary] {
    let found = schema.fields.indices.compactMap { field in BlobSummary(record, field).map { (field, $0) } }
    return Dictionary(uniqueKeysWithValues: found)
  }

  func wantedPicture(_ layout: Layout) -> PictureRequest? {
    guard let record else { return nil }
    let missing = pictures.missing(id, firstBlobs(record), layout)
    guard !missing.isEmpty else { return nil }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    return missing.first { list.isVisible($0.field, layout: layout, top: top) }
  }

  /// The index of the link that Enter follows: the visible one nearest to the last selection.
  private func chosenLink(_ layout: Layout) -> Int? {
    guard !isEditing, let record else { return nil }
    // Related rows are selected only by moving there, so that Enter still means edit.
    if link < 0, record.links.isEmpty { return nil }
    return visibleLinks(record, layout).min { abs($0 - link) < abs($1 - link) }
  }

  private func visibleLinks(_ record: RecordSnapshot, _ layout: Layout) -> [Int] {
    let links = 0..<record.links.count + relatedItems.count
    guard !links.isEmpty else { return [] }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    return links.filter { list.isVisible(field(of: $0, record), layout: layout, top: top) }
  }

  /// The first visible line: a selected field is scrolled fully into view, but a link never scrolls the view.
  private func shownTop(_ record: RecordSnapshot, _ layout: Layout) -> Int {
    (isEditing ? list(record, layout) : plainList(record, layout)).top(from: top, layout: layout)
  }
}

extension Value {
  /// Whether it has bytes that can be written to a file.
  fileprivate var isTextOrBlob: Bool { LargeValue(self) != nil }
}
