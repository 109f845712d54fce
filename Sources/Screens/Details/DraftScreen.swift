import Cells
import Records

/// A new record, which reaches the database only when it is saved.
struct DraftScreen: FormScreen {
  let schema: Schema
  var isVisit = false
  private var values: [Value]
  private let start: DraftStart
  private(set) var selected: Int
  private var top = 0
  private var titles: [Int: String]
  private var pictures = FormPictures()

  init(schema: Schema, start: DraftStart? = nil) {
    var schema = schema
    for place in schema.fields.indices where schema.fields[place].isRequired {
      schema.fields[place].isHidden = false
    }
    var start = start ?? DraftStart(in: nil, of: schema)
    // The database numbers the rows, unless the key refers to another row.
    if let number = schema.keyField, schema.fields.count > 1, schema.reference(of: number) == nil {
      schema.fields[number].isHidden = true
      start.values[number] = .null
    }
    (self.schema, self.start) = (schema, start)
    (values, titles) = (start.values, start.titles)
    let first = start.isRelated ? schema.firstField(besides: start.values) : nil
    selected = schema.visibleField(at: start.selected ?? first ?? schema.titleIndex)
  }

  init(schema: Schema, holding values: [String: Value]) {
    self.init(schema: schema)
    for (place, field) in schema.fields.enumerated() where !field.isGenerated {
      if let value = values[field.column] { self.values[place] = value }
    }
  }

  var mode: Mode { .draft }
  var hasBytes: Bool { schema.fields[selected].kind.isBytes && !values[selected].isNull }
  var hasToggle: Bool { schema.fields[selected].kind == .boolean }

  private var missing: Int? { schema.fields.indices.first { !schema.fields[$0].isFilled(by: values[$0]) } }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"),
      titles: start.note?.titles(about: start.subject, schema) ?? [Wording.draftTitle(schema)],
      right: .init("Save", isEnabled: missing == nil, isButton: true))
  }

  private var nextStart: DraftStart? { start.isRepeated ? start : nil }

  private func list(_ layout: Layout) -> FieldList {
    var list = FieldList(
      fields: schema.fields, values: values, groups: schema.fieldGroups, order: schema.displayOrder,
      titles: titles, notes: Dictionary(uniqueKeysWithValues: pictures.notes),
      pictures: pictures.shown(nil, blobs, FieldList.pictureRoom(layout, isPage: false)),
      selected: selected, chosen: schema.chosenFields, hasPlaceholder: true)
    list.fit(layout)
    return list
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool { takes(action) }
  func takes(_ action: Action) -> Bool {
    switch action {
    case .proceed(.another), .proceed(.neighbor): !start.closes
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return values != start.values ? .push(AlertScreen.discarding(schema)) : .pop
    case .open where schema.reference(of: selected) != nil:
      return .effect(.chooseRow(schema.id, field: selected))
    case .open: return edit(.opened)
    case .edit, .setNull, .editExternally: return edit(.action(action))
    case .proceed(let step): return goOn(step, layout)
    case .clear: return clear()
    case .toggle: return toggle()
    case .copy: return copy()
    case .move(let offset):
      let columns = layout.size.columns
      select(list(layout).field(from: selected, rows: offset, columns: columns) ?? selected, layout)
    case .moveHalfPages(let halves): select(list(layout).field(halfPages: halves, layout: layout), layout)
    case .moveAcross(let offset):
      let columns = layout.size.columns
      select(list(layout).field(beside: selected, offset, columns: columns) ?? selected, layout)
    case .first: select(schema.displayOrder.first ?? 0, layout)
    case .last: select(schema.displayOrder.last { !schema.fields[$0].isHidden } ?? selected, layout)
    default: break
    }
    return .nothing
  }

  private func copy() -> Outcome {
    let (field, value) = (schema.fields[selected], values[selected])
    return value.isNull || field.takesFile(for: value)
      ? .effect(.say(Wording.nothingToCopy)) : .effect(.copyText(field.text(of: value)))
  }

  private func edit(_ start: FieldStart) -> Outcome {
    .edit(schema.fields[selected], holding: values[selected], isInForm: true, start)
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome { edit(.text(text, isPaste: isPaste)) }

  mutating func goOn(_ step: FormStep) -> Outcome {
    switch step {
    case .field(let offset): selected = schema.field(after: selected, by: offset)
    case .end: return save()
    case .another: return save(then: .begin)
    case .neighbor: return .effect(.say(QuestionWording.saveFirst(schema)))
    case .edit: return edit(.opened)
    case .type(let text, let isPaste): return insert(text, isPaste: isPaste)
    case .save, .begin, .startEditing: break
    }
    return .nothing
  }

  private mutating func goOn(_ step: FormStep, _ layout: Layout) -> Outcome {
    let outcome = goOn(step)
    top = list(layout).top(from: top, layout: layout)
    return outcome
  }

  private mutating func toggle() -> Outcome {
    do throws(ToggleRefusal) {
      values[selected] = try schema.fields[selected].toggling(values[selected])
      return .nothing
    } catch {
      return .effect(.say(error.message))
    }
  }

  private mutating func select(_ index: Int, _ layout: Layout) {
    selected = schema.visibleField(at: index)
    top = list(layout).top(from: top, layout: layout)
  }

  private mutating func clear() -> Outcome {
    guard schema.fields[selected].kind.isBytes else { return .effect(.say(BlobWording.noBytes)) }
    values[selected] = .null
    return .nothing
  }

  private mutating func save(then step: FormStep? = nil) -> Outcome {
    guard let missing else {
      if let note = start.note { return .effect(note.effect(values)) }
      let effects = [.insert(values, into: schema.id)] + (step.map { [Effect.goOn($0)] } ?? [])
      let isEmpty = values.allSatisfy(\.isNull)
      return isEmpty ? .push(AlertScreen.savingEmpty(schema, effects)) : Outcome(effects: effects)
    }
    selected = missing
    return .effect(.say(FieldWording.problem(.required, in: schema.fields[missing])))
  }

  var subject: Schema? { schema }
  var comparedRecord: ComparedRecord? { ComparedRecord(schema: schema, isDraft: true) }
  func draftValue(_ field: Int) -> Value? { values[field] }

  var unsavedValues: [String: Value] {
    if start.note != nil { return [:] }
    var changed: [String: Value] = [:]
    for (place, field) in schema.fields.enumerated() where values[place] != start.values[place] {
      if case .blob = values[place] { continue }
      changed[field.column] = values[place]
    }
    return changed
  }

  mutating func accept(_ value: Value, title: String?) -> Acceptance {
    values[selected] = value
    titles[selected] = title
    pictures.forget()
    return .taken(.nothing)
  }

  /// Uses the list's schema if the record is a row of the list.
  func screen(for inserted: RecordSnapshot, in list: Schema) -> any Screen {
    DetailScreen(schema: schema.id == list.id ? list : schema, record: inserted, nextStart: nextStart)
  }

  mutating func receive(_ update: Update) { pictures.receive(update, of: nil) }

  var closesWhenSaved: Bool { start.closes }

  // MARK: - Drawing

  private var blobs: [Int: BlobSummary] {
    let found = values.indices.compactMap { field in BlobSummary(values[field]).map { (field, $0) } }
    return Dictionary(uniqueKeysWithValues: found)
  }

  func wantedPicture(_ layout: Layout) -> PictureRequest? {
    let missing = pictures.missing(nil, blobs, FieldList.pictureRoom(layout, isPage: false))
    guard !missing.isEmpty else { return nil }
    let list = list(layout)
    let top = list.top(from: top, layout: layout)
    let isAside = FieldList.asideWidth(layout, isPage: false) > 0
    return missing.first { isAside || list.isVisible($0.field, layout: layout, top: top) }
  }

  func draw(on frame: inout Frame, layout: Layout, editing: (any EditorScreen)?) {
    var list = list(layout)
    list.editing = editing
    list.draw(on: &frame, layout: layout, top: list.top(from: top, layout: layout))
  }
}
