import Cells
import Records
import Screens

extension Size {
  /// The size at which every screen is recorded.
  static let usual = Size(80, 24)

  init(_ columns: Int, _ rows: Int) { self.init(columns: columns, rows: rows) }
}

extension Field {
  /// A field whose column has the label's words in small letters.
  init(_ label: String, _ kind: Kind, isRequired: Bool = false, isUnique: Bool = false) {
    self.init(
      column: label.lowercased().replacing(" ", with: "_"), label: label, kind: kind, isRequired: isRequired,
      isUnique: isUnique)
  }
}

extension Schema {
  /// A table whose rows are called as the table is, and have their title in the first field.
  init(of singular: String, _ fields: [Field]) {
    self.init(
      table: singular, key: .rowid(column: "id"), fields: fields, titleIndex: 0, singular: singular,
      plural: singular + "s")
  }
}

extension RecordSnapshot {
  /// A hydrated row with a text in its first field, and in the second one a value of which only the head is held.
  init(_ title: Value, head: LargeValue, of schema: Schema) {
    let values = [title] + [Value](repeating: .null, count: schema.fields.count - 1)
    self.init(
      id: .rowid(1), values: values, large: [LargeField(index: 1, value: head)], state: .hydrated)
  }
}

extension ScreenStack {
  /// The detail of a record over a list of its table.
  static func detail(
    _ record: RecordSnapshot, _ schema: Schema, _ size: Size = .usual, isReadOnly: Bool = false
  ) -> ScreenStack {
    var stack = ScreenStack(schema: schema, size: size, isReadOnly: isReadOnly)
    stack.receive(.linked(record, schema))
    return stack
  }

  /// The detail of a hydrated row.
  static func detail(_ values: [Value], _ schema: Schema, _ size: Size = .usual) -> ScreenStack {
    detail(RecordSnapshot(id: .rowid(1), values: values, state: .hydrated), schema, size)
  }
}
