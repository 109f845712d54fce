import Records

struct ToggleRefusal: Error {
  let message: Message
}

extension Field {
  /// The opposite of a yes-or-no value, in the column's own form.
  func toggling(_ value: Value) throws(ToggleRefusal) -> Value {
    guard kind == .boolean else { throw ToggleRefusal(message: FieldWording.onlyTruths) }
    guard !isGenerated else { throw ToggleRefusal(message: FieldWording.problem(.notEditable, in: self)) }
    let new = toggled(value)
    guard new != value else { throw ToggleRefusal(message: FieldWording.noTruth(self)) }
    return new
  }
}
