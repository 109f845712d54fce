import Cells
import Records

/// A screen of a record's fields, in which editors are drawn in the places of values.
protocol FormScreen: Screen {
  /// Draws the fields, with an editor in the place of the chosen one's value.
  func draw(on frame: inout Frame, layout: Layout, editing: (any EditorScreen)?)

  /// Goes on after a field was saved.
  mutating func goOn(_ step: FormStep) -> Outcome

  /// The first picture in sight that nobody has tried to draw.
  func wantedPicture(_ layout: Layout) -> PictureRequest?
}

extension FormScreen {
  var form: (any FormScreen)? { self }
  func draw(on frame: inout Frame, layout: Layout) { draw(on: &frame, layout: layout, editing: nil) }
}

extension Schema {
  /// The foreign key of a field that needs no other field, and can be typed.
  func reference(of field: Int) -> Reference? {
    fields[field].isGenerated ? nil : references.first { $0.fields == [field] }
  }

  /// The fields for which a row is chosen.
  var chosenFields: Set<Int> { Set(fields.indices.filter { reference(of: $0) != nil }) }

  /// The field this many places after another one, counting only those that are shown and can be edited; round the end to the start.
  func field(after field: Int, by offset: Int) -> Int {
    let count = fields.count
    let others = (1..<max(1, count)).map { ((field + $0 * offset.signum()) % count + count) % count }
    return others.first { !fields[$0].isGenerated && !fields[$0].isHidden } ?? field
  }
}
