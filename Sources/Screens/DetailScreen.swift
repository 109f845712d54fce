import Cells
import Records

/// One record: its fields to be read, and while editing to be chosen.
public struct DetailScreen: ScreenLayer {
  let schema: Schema
  private(set) var id: RecordID
  /// What the list knew, until the record is there.
  private(set) var title: Value
  /// What the screen shows; it stays when the store lets the record go.
  private(set) var record: RecordSnapshot?
  private(set) var isEditing = false
  private(set) var selected = 0
  /// The chosen one of the fields that point to a row, while nothing is edited.
  private(set) var link = 0
  private(set) var top = 0
  /// The pictures that are drawn; nil for those that cannot be.
  private(set) var pictures: [PictureRequest: Picture?] = [:]
  /// What is known of the pictures by all of their bytes, where the first ones did not say it.
  private(set) var infos: [Int: ImageInfo] = [:]
  /// Which of the values is shown, counted from 0.
  private(set) var version = 0

  init(schema: Schema, row: ListRow) {
    self.schema = schema
    id = row.id
    title = row.title
  }

  init(schema: Schema, record: RecordSnapshot) {
    self.schema = schema
    id = record.id
    title = schema.title(of: record.shownValues)
    self.record = record
  }

  var mode: Mode { isEditing ? .detailEditing : .detail }
  var shownRecord: RecordID? { id }
  var isReadOnly: Bool { schema.isReadOnly }
  func hasLink(_ layout: Layout) -> Bool { chosenLink(layout) != nil }
  var hasBytes: Bool {
    guard let record, let bytesField else { return false }
    return blob(record, bytesField) != nil
  }
  /// The field whose bytes are meant: while editing the chosen one, else the only one that has any.
  private var bytesField: Int? {
    let fields = schema.fields.indices.filter { schema.fields[$0].kind.isBytes }
    return isEditing ? fields.first { $0 == selected } : fields.count == 1 ? fields[0] : nil
  }
  var hasToggle: Bool { isEditing && schema.fields[selected].kind == .boolean }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back: return .pop
    case .references: return .effect(.openReferences(id))
    case .neighbor(let offset): return .effect(.lookAtNeighbor(id, offset))
    case .toggleEditing:
      let outcome = toggleEditing()
      follow(layout)
      return outcome
    case .open: return open(layout)
    case .clear: return clear()
    case .export: return export()
    case .toggle: return toggle()
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
    return .nothing
  }

  /// The bytes up to which a text can be edited: each key copies it.
  static let editedByteCount = 16 << 20

  /// Whether a field's value can be typed.
  func isEditedAsText(_ field: Int) -> Bool {
    !schema.fields[field].kind.isBytes && !schema.fields[field].isGenerated
  }

  private func open(_ layout: Layout) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    if let link = chosenLink(layout) { return .effect(.openLink(record.links[link])) }
    // An editor that began with a part of a value would end with the rest of it lost.
    if let large = record.large(at: selected), isEditedAsText(selected) {
      guard large.byteCount <= Self.editedByteCount else {
        return .effect(.say(Wording.tooLong(schema.fields[selected], large.byteCount)))
      }
      return .effect(.openLarge(id, field: selected))
    }
    return .edit(schema.fields[selected], holding: record.values[selected])
      .adding(.checkIsChangeable(schema.id, field: selected))
  }

  /// Makes the chosen bytes NULL.
  private func clear() -> Outcome {
    let field = schema.fields[selected]
    guard field.kind.isBytes else { return .effect(.say(Wording.noBytes)) }
    do {
      return .effect(.set(id, field: selected, try field.null()))
    } catch {
      return .effect(.say(Wording.problem(error, in: field)))
    }
  }

  /// Asks for a file to write bytes to.
  private func export() -> Outcome {
    guard let record, let field = bytesField else {
      let count = schema.fields.count { $0.kind.isBytes }
      return .effect(.say(count > 1 ? Wording.chooseBytes : Wording.noBytes))
    }
    guard let blob = blob(record, field) else {
      return .effect(.say(Wording.nothingToWrite(schema.fields[field])))
    }
    let name = Wording.fileName(title: schema.text(ofTitle: schema.title(of: record.values)), blob)
    let label = schema.fields[field].label
    return .push(.file(FileScreen(writing: field, of: id, label: label, name: name)), .listFolder(""))
  }

  private func toggle() -> Outcome {
    guard let record else { return .effect(.look(id)) }
    do throws(ToggleRefusal) {
      let value = try schema.fields[selected].toggling(record.values[selected])
      return .effect(.set(id, field: selected, value))
    } catch {
      return .effect(.say(error.message))
    }
  }

  /// Moves the choice while editing; else to the next link if it is in sight, or the view.
  private mutating func move(_ offset: Int, _ layout: Layout) {
    if isEditing {
      selected = max(0, min(selected + offset, schema.fields.count - 1))
    } else if abs(offset) == 1, let record, let chosen = chosenLink(layout),
      visibleLinks(record, layout).contains(chosen + offset)
    {
      link = chosen + offset
    } else {
      top = max(0, top + offset)
    }
  }

  /// Keeps the chosen field in sight, and the view within the record.
  private mutating func follow(_ layout: Layout) {
    if let record { top = shownTop(record, layout) }
  }

  /// The effect that takes a value for the chosen field.
  func accept(_ value: Value) -> Effect { .set(id, field: selected, value) }

  mutating func receive(_ update: Update) {
    switch update {
    case .record(let snapshot) where snapshot.id == id:
      if !haveSameBytes(record, snapshot) { forgetPictures() }
      record = snapshot
    case .accepted(let snapshot) where snapshot.id == id:
      forgetPictures()
      record = snapshot
    case .picture(let request, let picture, let info) where request.id == id && request.version == version:
      pictures[request] = .some(picture)
      infos[request.field] = info
    case .neighbor(let snapshot):
      self = DetailScreen(schema: schema, record: snapshot)
    default: break
    }
  }

  /// Makes every picture be drawn anew.
  private mutating func forgetPictures() {
    version += 1
    pictures = [:]
    infos = [:]
  }

  /// Whether two snapshots have the same photos and blobs, as far as their lengths and first bytes say.
  private func haveSameBytes(_ old: RecordSnapshot?, _ new: RecordSnapshot) -> Bool {
    guard let old else { return true }
    return schema.fields.indices.allSatisfy { field in
      guard schema.fields[field].kind.isBytes else { return true }
      return (old.large(at: field) ?? LargeValue(old.values[field]))
        == (new.large(at: field) ?? LargeValue(new.values[field]))
    }
  }
}
