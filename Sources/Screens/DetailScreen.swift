import Cells
import Records

/// One record: its fields to be read, and while editing to be chosen.
public struct DetailScreen: ScreenLayer {
  let schema: Schema
  private(set) var id: RecordID
  /// What the list knew, until the record is there.
  private var title: Value
  /// What the screen shows; it stays when the store lets the record go.
  private(set) var record: RecordSnapshot?
  private var isEditing = false
  private var selected = 0
  /// The chosen one of the fields that point to a row, while nothing is edited.
  private var link = 0
  private var top = 0

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
  var hasLink: Bool { chosenLink != nil }
  var hasToggle: Bool { isEditing && schema.fields[selected].kind == .boolean }

  var bar: Bar? {
    let title = record.map { schema.title(of: $0.shownValues) } ?? title
    return Bar(
      left: .init(isEditing ? "" : Wording.back(to: Wording.name(of: schema))),
      title: title.isNull ? Wording.null : schema.text(ofTitle: title),
      right: .init(isReadOnly ? Wording.readOnlySign : isEditing ? "Done" : "Edit", isEnabled: !isReadOnly))
  }

  private func list(_ record: RecordSnapshot) -> FieldList {
    FieldList(
      fields: schema.fields, values: record.shownValues, links: isEditing ? [] : record.links,
      conflicts: record.conflicts,
      selected: isEditing ? selected : chosenLink?.field)
  }

  /// The link that Enter follows.
  private var chosenLink: RecordSnapshot.Link? {
    guard !isEditing, let links = record?.links, !links.isEmpty else { return nil }
    return links[min(link, links.count - 1)]
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back: return .pop
    case .references: return .effect(.openReferences(id))
    case .neighbor(let offset): return .effect(.lookAtNeighbor(id, offset))
    case .toggleEditing:
      let outcome = toggleEditing()
      follow(layout)
      return outcome
    case .open: return open()
    case .toggle: return toggle()
    case .move(let offset): move(offset, layout)
    case .moveHalfPages(let halves): move(halves * max(1, layout.content.count / 2), layout)
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

  private func open() -> Outcome {
    if let chosenLink { return .effect(.openLink(chosenLink)) }
    guard let record else { return .effect(.look(id)) }
    // An editor that began with a part of a value would end with the rest of it lost.
    guard record.large(at: selected) == nil else { return .nothing }
    return .push(.editor(for: schema.fields[selected], holding: record.values[selected]))
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

  /// Moves the choice while editing, else the view.
  private mutating func move(_ offset: Int, _ layout: Layout) {
    if let links = record?.links, chosenLink != nil, links.indices.contains(link + offset.signum()) {
      link = max(0, min(link + offset, links.count - 1))
    } else if isEditing {
      selected = max(0, min(selected + offset, schema.fields.count - 1))
    } else {
      top = max(0, top + offset)
    }
  }

  private mutating func follow(_ layout: Layout) {
    guard let record else { return }
    top = list(record).top(from: top, layout: layout)
  }

  /// The effect that takes a value for the chosen field.
  func accept(_ value: Value) -> Effect { .set(id, field: selected, value) }

  mutating func receive(_ update: Update) {
    switch update {
    case .record(let snapshot) where snapshot.id == id, .accepted(let snapshot) where snapshot.id == id:
      record = snapshot
    case .neighbor(let snapshot):
      self = DetailScreen(schema: schema, record: snapshot)
    default: break
    }
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard let record else { return }
    let list = list(record)
    list.draw(on: &frame, layout: layout, top: list.top(from: top, layout: layout))
  }
}
