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
  private var top = 0

  init(schema: Schema, row: ListRow) {
    self.schema = schema
    id = row.id
    title = row.title
  }

  init(schema: Schema, record: RecordSnapshot) {
    self.schema = schema
    id = record.id
    title = record.values[schema.titleIndex]
    self.record = record
  }

  var mode: Mode { isEditing ? .detailEditing : .detail }
  var shownRecord: RecordID? { id }

  var bar: Bar? {
    let title = record?.values[schema.titleIndex] ?? title
    return Bar(
      left: .init(isEditing ? "" : "‹ " + schema.name),
      title: title.isNull ? Wording.null : schema.titleField.text(of: title),
      right: .init(isEditing ? "Done" : "Edit"))
  }

  private func list(_ record: RecordSnapshot) -> FieldList {
    FieldList(fields: schema.fields, values: record.values, selected: isEditing ? selected : nil)
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back: return .pop
    case .neighbor(let offset): return .effect(.lookAtNeighbor(id, offset))
    case .toggleEditing: isEditing.toggle()
    case .open: return open(layout)
    case .move(let offset): move(offset, layout)
    case .moveHalfPages(let halves): move(halves * max(1, layout.content.count / 2), layout)
    case .first: move(-.max / 2, layout)
    case .last: move(.max / 2, layout)
    default: break
    }
    follow(layout)
    return .nothing
  }

  private mutating func open(_ layout: Layout) -> Outcome {
    guard let record else { return .effect(.look(id)) }
    guard isEditing else {
      isEditing = true
      follow(layout)
      return .nothing
    }
    return .push(.editor(for: schema.fields[selected], holding: record.values[selected]))
  }

  /// Moves the choice while editing, else the view.
  private mutating func move(_ offset: Int, _ layout: Layout) {
    if isEditing {
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
