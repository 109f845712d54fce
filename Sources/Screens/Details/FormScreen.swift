import Cells
import Records

/// A form, in which editors replace values.
package protocol FormScreen: Screen {
  func draw(on frame: inout Frame, layout: Layout, editing: (any EditorScreen)?)

  mutating func goOn(_ step: FormStep) -> Outcome

  func wantedPicture(_ layout: Layout) -> PictureRequest?
}

extension FormScreen {
  package var form: (any FormScreen)? { self }
  package func draw(on frame: inout Frame, layout: Layout) { draw(on: &frame, layout: layout, editing: nil) }
}

extension Schema {
  package func reference(of field: Int) -> Reference? {
    fields[field].isGenerated ? nil : references.first { $0.fields == [field] }
  }

  package var chosenFields: Set<Int> { Set(fields.indices.filter { reference(of: $0) != nil }) }

  package func firstField(besides values: [Value]) -> Int? {
    displayOrder.first {
      !fields[$0].isHidden && !fields[$0].isGenerated && !fields[$0].hasDefault && values[$0].isNull
    }
  }

  /// Counts only visible, editable fields, wrapping around.
  package func field(after field: Int, by offset: Int) -> Int {
    let (order, count) = (displayOrder, fields.count)
    let place = order.firstIndex(of: field) ?? 0
    let others = (1..<max(1, count)).map { order[((place + $0 * offset.signum()) % count + count) % count] }
    return others.first { !fields[$0].isGenerated && !fields[$0].isHidden } ?? field
  }
}

struct ToggleRefusal: Error {
  let message: Message
}

extension Field {
  /// The opposite truth value, stored as the column stores it.
  func toggling(_ value: Value) throws(ToggleRefusal) -> Value {
    guard kind == .boolean else { throw ToggleRefusal(message: FieldWording.onlyTruths) }
    guard !isGenerated else { throw ToggleRefusal(message: FieldWording.problem(.notEditable, in: self)) }
    let new = toggled(value)
    guard new != value else { throw ToggleRefusal(message: FieldWording.noTruth(self)) }
    return new
  }
}

/// The record that the inspector compares in memory and in the database.
public struct ComparedRecord: Hashable, Sendable {
  package var schema: Schema
  /// Nil if there is no record.
  package var id: RecordID?
  package var title: Value = .null
  package var isDraft = false
}
