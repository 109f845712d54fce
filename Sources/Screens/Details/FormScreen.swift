import Cells
import Records

/// A screen of a record's fields, in which editors replace values.
package protocol FormScreen: Screen {
  func draw(on frame: inout Frame, layout: Layout, editing: (any EditorScreen)?)

  mutating func goOn(_ step: FormStep) -> Outcome

  /// The first visible picture that has not been tried yet.
  func wantedPicture(_ layout: Layout) -> PictureRequest?
}

extension FormScreen {
  package var form: (any FormScreen)? { self }
  package func draw(on frame: inout Frame, layout: Layout) { draw(on: &frame, layout: layout, editing: nil) }
}

extension Schema {
  /// The foreign key that consists of this field alone, if the field can be typed.
  package func reference(of field: Int) -> Reference? {
    fields[field].isGenerated ? nil : references.first { $0.fields == [field] }
  }

  package var chosenFields: Set<Int> { Set(fields.indices.filter { reference(of: $0) != nil }) }

  /// The first field that the person has to fill in: it has no value, and will not get one automatically.
  package func firstField(besides values: [Value]) -> Int? {
    displayOrder.first {
      !fields[$0].isHidden && !fields[$0].isGenerated && !fields[$0].hasDefault && values[$0].isNull
    }
  }

  /// The field a number of places after another one, counting only visible, editable fields and wrapping around.
  package func field(after field: Int, by offset: Int) -> Int {
    let (order, count) = (displayOrder, fields.count)
    let place = order.firstIndex(of: field) ?? 0
    let others = (1..<max(1, count)).map { order[((place + $0 * offset.signum()) % count + count) % count] }
    return others.first { !fields[$0].isGenerated && !fields[$0].isHidden } ?? field
  }
}
