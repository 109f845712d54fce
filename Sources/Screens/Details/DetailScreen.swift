import Cells
import Records

/// One record: its fields to be read, and while editing to be chosen.
public struct DetailScreen: FormScreen {
  let schema: Schema
  private(set) var id: RecordID
  /// What a record begins with that is added behind this one.
  private let nextStart: DraftStart?
  /// What the list knew, until the record is there.
  private(set) var title: Value
  /// What the screen shows; it stays when the store lets the record go.
  private(set) var record: RecordSnapshot?
  private(set) var isEditing = false
  private(set) var selected = 0
  /// The chosen one of the fields that point to a row, while nothing is edited.
  private(set) var link = -1
  private(set) var top = 0
  /// The pictures that are drawn; nil for those that cannot be.
  private(set) var pictures: [PictureRequest: Picture?] = [:]
  /// What is known of the pictures by all of their bytes, where the first ones did not say it.
  private(set) var infos: [Int: ImageInfo] = [:]
  /// The fields whose pictures need a program that is not installed.
  private var undrawn: Set<Int> = []
  /// Whether empty fields are folded away while nothing is edited.
  private var isFolded = false
  /// The rows that point to the record; nil until that is known.
  private(set) var related: [RelatedRows]?
  /// Which of the values is shown, counted from 0.
  private(set) var version = 0

  init(schema: Schema, row: ListRow) {
    self.schema = schema
    nextStart = nil
    id = row.id
    title = row.title
  }

  /// Makes the detail of a record that is there.
  ///
  /// - Parameter nextStart: What a record begins with that is added behind this one; nil for nothing.
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
  /// Enter opens the row that a field points to, and otherwise turns editing on.
  func meaning(of action: Action, _ layout: Layout) -> Action {
    action == .open && !isEditing && !opensLink(layout) ? .toggleEditing : action
  }
  func hint(for action: Action, _ layout: Layout) -> String? {
    action == .open && opensLink(layout) ? "open" : nil
  }
  var hasBytes: Bool { bytesField.map { shownValue($0).isTextOrBlob } ?? false }
  /// The field whose bytes are meant: while editing the chosen one, otherwise the only one that has any.
  private var bytesField: Int? {
    let fields = bytesFields
    return isEditing ? fields.first { $0 == selected } : fields.count == 1 ? fields[0] : nil
  }
  /// The fields that are for bytes, and those that hold some all the same.
  private var bytesFields: [Int] {
    schema.fields.indices.filter { schema.fields[$0].kind.isBytes || shownValue($0).isBytes }
  }
  /// A field's value, or how a large one begins; NULL until the record is there.
  private func shownValue(_ field: Int) -> Value {
    record.map { $0.large(at: field)?.shown ?? $0.values[field] } ?? .null
  }
  func offers(_ action: Action, _ layout: Layout) -> Bool {
    guard case .move = action, let record, !isEditing else { return true }
    let list = plainList(record, layout)
    return !record.links.isEmpty || related?.isEmpty == false || list.top(from: .max / 2, layout: layout) > 0
  }
  var hasToggle: Bool { isEditing && schema.fields[selected].kind == .boolean }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back: return .pop
    case .references: return .effect(.openReferences(id))
    case .add: return addRelated(layout)
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
    case .fold: isFolded.toggle()
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

  private mutating func toggleEditing() -> Outcome {
    guard record != nil else { return .effect(.look(id)) }
    isEditing.toggle()
    selected = schema.visibleField(from: selected, by: 0)
    return isEditing ? .effect(.beginForm) : .nothing
  }

  /// Takes back what was changed since editing was turned on.
  private mutating func takeBack() -> Outcome {
    isEditing = false
    return .effect(.takeBack(id))
  }

  /// Begins a new record with the values of this one.
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
    // A record that cannot be read yet has said why.
    case .startEditing: return isEditing || record == nil ? .nothing : toggleEditing()
    case .type(let text, let isPaste): return insert(text, isPaste: isPaste)
    case .save: break
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    isEditing ? edit(.text(text, isPaste: isPaste)) : .nothing
  }

  /// The bytes up to which a text can be edited: each key copies it.
  private static let editedByteCount = 16 << 20

  /// Whether a field's value can be typed, as far as its beginning says.
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

  /// Opens the row that a field points to, or the list of rows that point here; of these the first are read before.
  private mutating func follow(_ link: Int, from record: RecordSnapshot) -> Outcome {
    guard link >= record.links.count else { return .effect(.openLink(record.links[link])) }
    guard let rows = related?[link - record.links.count] else { return .nothing }
    guard rows.content != nil else { return .effect(.readRelated(id, rows)) }
    forgetRelated()
    return .effect(.openList(rows.source))
  }

  /// Begins a row that points here, in the table that is chosen or is the only one.
  private mutating func addRelated(_ layout: Layout) -> Outcome {
    guard let record, let related, !related.isEmpty else { return .effect(.say(Wording.nothingPointsHere)) }
    let chosen = chosenLink(layout).map { $0 - record.links.count } ?? -1
    guard chosen >= 0 || related.count == 1 else { return .effect(.say(Wording.chooseRelated)) }
    forgetRelated()
    return .effect(.addRelated(related[max(0, chosen)].source))
  }

  /// Has what points here read again once somebody looks.
  private mutating func forgetRelated() {
    for place in (related ?? []).indices { related?[place].content = nil }
  }

  /// The record whose related rows are not known yet.
  var wantedRelated: RecordID? { related == nil && record != nil ? id : nil }

  /// Opens the editor of the chosen field.
  private func edit(_ start: FieldStart) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    // An editor that began with a part of a value would end with the rest of it lost.
    if let large = record.large(at: selected), isTyped(selected) {
      guard large.byteCount <= Self.editedByteCount else {
        return .effect(.say(FieldWording.tooLong(schema.fields[selected], large.byteCount)))
      }
      return Outcome(
        effects: [.openLarge(id, field: selected)] + (start.step.map { [.goOn($0)] } ?? []))
    }
    // Of a field in conflict the database holds something else by now, which the conflicts show.
    let held = record.conflicts.contains(selected) ? nil : record.originals[selected]
    return .edit(
      schema.fields[selected], holding: shownValue(selected), writtenAs: held, isInForm: true, start
    )
    .adding(.checkIsChangeable(schema.id, field: selected))
  }

  /// Asks whether to open the first web address that the record has.
  private func openAddress() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    let addresses = schema.fields.indices.lazy.filter { schema.fields[$0].kind == .url }
      .compactMap { schema.fields[$0].address(of: record.values[$0]) }
    guard let address = addresses.first else { return .effect(.say(Wording.noAddress)) }
    return .push(AlertScreen.opening(address))
  }

  /// Copies the selected field, or asks for one of those that hold something.
  private func copy() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    if isEditing { return .effect(.copyField(id, field: selected)) }
    let fields = schema.fields.indices.filter { !record.shownValues[$0].isNull && !shownValue($0).isBytes }
    return fields.isEmpty
      ? .effect(.say(Wording.nothingToCopy))
      : .push(MenuScreen(schema: schema, purpose: .copyField(id, fields)))
  }

  /// Asks which field's values are listed.
  private func listValues() -> Outcome { .push(MenuScreen(schema: schema, purpose: .values)) }

  /// Makes the chosen bytes NULL.
  private func clear() -> Outcome {
    let field = schema.fields[selected]
    guard bytesFields.contains(selected) else { return .effect(.say(BlobWording.noBytes)) }
    do {
      return .effect(.set(id, field: selected, try field.null()))
    } catch {
      return .effect(.say(FieldWording.problem(error, in: field)))
    }
  }

  /// The field that is written to a file: the one whose bytes are meant, or the chosen text that is too long to see.
  private var exportedField: Int? {
    bytesField ?? (isEditing && record?.large(at: selected) != nil ? selected : nil)
  }

  /// Asks for a file to write bytes to.
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

  /// Moves the choice while editing; otherwise moves to the next link if it is visible, or scrolls.
  private mutating func move(_ offset: Int, _ layout: Layout) {
    if isEditing {
      selected = schema.visibleField(from: selected, by: offset)
    } else if abs(offset) == 1, let record, isVisible(next(offset, record, layout), record, layout) {
      link = next(offset, record, layout)
    } else {
      top = max(0, top + offset)
    }
  }

  /// The link after the chosen one or before it; before the first of those that point here none is chosen.
  private func next(_ offset: Int, _ record: RecordSnapshot, _ layout: Layout) -> Int {
    (chosenLink(layout) ?? -1) + offset
  }

  /// Whether a link is in sight, or is none where none may be chosen.
  private func isVisible(_ link: Int, _ record: RecordSnapshot, _ layout: Layout) -> Bool {
    visibleLinks(record, layout).contains(link) || link == -1 && record.links.isEmpty && self.link >= 0
  }

  /// Keeps the chosen field in sight, and the view within the record.
  private mutating func follow(_ layout: Layout) {
    if let record { top = shownTop(record, layout) }
  }

  /// Sets the chosen field; the editor stays until the store has taken the value.
  func accept(_ value: Value, title: String?) -> Acceptance { .waits([.set(id, field: selected, value)]) }

  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)? {
    guard id == self.id else { return nil }
    let editor = FieldEditor.screen(for: schema.fields[field], holding: value, isInForm: true)
    return (editor, editor.mode.choosesFile ? FieldWording.takesFile(schema.fields[field], value) : nil)
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .record(let snapshot) where snapshot.id == id:
      if !haveSameBytes(record, snapshot) { forgetPictures() }
      record = snapshot
    case .written(id): record?.originals = [:]
    case .accepted(let snapshot) where snapshot.id == id:
      forgetPictures()
      record = snapshot
    case .picture(let request, let picture, let info) where request.id == id && request.version == version:
      pictures[request] = .some(picture)
      infos[request.field] = info
    case .cannotDraw(let request) where request.id == id:
      pictures[request] = .some(nil)
      undrawn.insert(request.field)
    case .forgetPictures: forgetPictures()
    case .related(id, let rows):
      // A table may declare a foreign key twice.
      let known = Dictionary((related ?? []).map { ($0.source, $0.content) }) { first, _ in first }
      related = rows.map { row in
        var row = row
        row.content = row.content ?? known[row.source] ?? nil
        return row
      }
    case .neighbor(let snapshot): become(DetailScreen(schema: schema, record: snapshot))
    case .lateNeighbor(let row): become(DetailScreen(schema: schema, row: row))
    default: break
    }
  }

  /// Goes to another record, and stays at the same field.
  private mutating func become(_ other: DetailScreen) {
    let (isEditing, selected, isFolded) = (isEditing, selected, isFolded)
    self = other
    (self.isEditing, self.selected, self.isFolded) = (isEditing, selected, isFolded)
  }

  /// Has every picture drawn again.
  private mutating func forgetPictures() {
    version += 1
    (pictures, undrawn) = ([:], [])
    infos = [:]
  }

  /// Whether two snapshots have the same photos and blobs, as far as their lengths and first bytes say.
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

  /// The fields before the record is there: all but the title are faults.
  private var faults: FieldList {
    var list = FieldList(
      fields: schema.fields, values: schema.fields.map { _ in .null }, missing: Set(schema.fields.indices))
    if schema.titleFields.count == 1, !title.isNull, let field = schema.titleFields.first {
      list.values[field] = title
      list.missing.remove(field)
    }
    return list
  }

  /// The fields and which one is chosen: a field while editing, otherwise the link that Enter follows.
  func list(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    var list = plainList(record, layout)
    list.selected = isEditing ? selected : chosenLink(layout).map { field(of: $0, record) }
    return list
  }

  /// The place of a link among the fields; what points here comes behind them.
  private func field(of link: Int, _ record: RecordSnapshot) -> Int {
    link < record.links.count ? record.links[link].field : schema.fields.count + link - record.links.count
  }

  private func plainList(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    let drawn = requests(record, layout).compactMap { request in
      pictures[request].flatMap { $0 }.map { (request.field, $0) }
    }
    let blobs = schema.fields.indices.compactMap { field in blob(record, field).map { (field, $0) } }
    let notes =
      record.large.compactMap { large in note(on: large.value, large.index, layout).map { (large.index, $0) }
      }
      + undrawn.map { ($0, Wording.noPictureMaker) }
    return FieldList(
      fields: schema.fields, values: record.shownValues, links: record.links,
      conflicts: record.conflicts, changed: Set(record.originals.keys),
      blobs: Dictionary(uniqueKeysWithValues: blobs), notes: Dictionary(notes) { $1 },
      pictures: Dictionary(uniqueKeysWithValues: drawn), related: isEditing ? [] : related ?? [],
      chosen: schema.chosenFields,
      isFolded: isFolded && !isEditing, hasPlaceholder: isEditing)
  }

  /// What is said below a text that is cut: how long it is, and how the rest can be seen if it can.
  private func note(on large: LargeValue, _ field: Int, _ layout: Layout) -> String? {
    guard large.isText else { return nil }
    let isEditable =
      !isReadOnly && !layout.isReadOnly && isTyped(field)
      && large.byteCount <= Self.editedByteCount
    return FieldWording.cutText(large.byteCount, isEditable: isEditable)
  }

  /// What is said of a field that holds bytes.
  func blob(_ record: RecordSnapshot, _ field: Int) -> BlobSummary? {
    guard var blob = BlobSummary(record, field) else { return nil }
    if let info = infos[field] { blob.info = info }
    return blob
  }

  /// The pictures of the record, at the size that there is room for.
  private func requests(_ record: RecordSnapshot, _ layout: Layout) -> [PictureRequest] {
    let room = FieldList.pictureRoom(layout)
    return schema.fields.indices.compactMap { field in
      guard let info = BlobSummary(record, field)?.info else { return nil }
      return PictureRequest(id: id, field: field, pixels: info.size, room: room, version: version)
    }
  }

  func wantedPicture(_ layout: Layout) -> PictureRequest? {
    guard let record else { return nil }
    let missing = requests(record, layout).filter { pictures[$0] == nil }
    guard !missing.isEmpty else { return nil }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    return missing.first { list.isVisible($0.field, layout: layout, top: top) }
  }

  /// The link that Enter follows, by its place among the links: of those in sight the one next to the last that was chosen.
  private func chosenLink(_ layout: Layout) -> Int? {
    guard !isEditing, let record else { return nil }
    // What points here is chosen only by going there, so that Enter goes on meaning to edit.
    if link < 0, record.links.isEmpty { return nil }
    return visibleLinks(record, layout).min { abs($0 - link) < abs($1 - link) }
  }

  private func visibleLinks(_ record: RecordSnapshot, _ layout: Layout) -> [Int] {
    let links = 0..<record.links.count + (related?.count ?? 0)
    guard !links.isEmpty else { return [] }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    return links.filter { list.isVisible(field(of: $0, record), layout: layout, top: top) }
  }

  /// The first line that is shown: of a chosen field all is in sight, but no link draws the view to itself.
  private func shownTop(_ record: RecordSnapshot, _ layout: Layout) -> Int {
    (isEditing ? list(record, layout) : plainList(record, layout)).top(from: top, layout: layout)
  }
}

extension Value {
  /// Whether it has bytes that a file can take.
  fileprivate var isTextOrBlob: Bool { LargeValue(self) != nil }
}
