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

  /// A table whose fields have these labels and kinds.
  init(of singular: String, _ kinds: KeyValuePairs<String, Field.Kind>) {
    self.init(of: singular, kinds.map { Field($0.key, $0.value) })
  }

  /// The loans of a library, which a screen knows by their columns.
  static let loans = Schema(
    table: "loan", key: .rowid(column: "pk"),
    fields: ["book", "person", "direction", "due", "back_on"].map {
      Field(column: $0, label: $0, kind: .text)
    },
    titleIndex: 1, singular: "loan", plural: "loans")

  /// The shelves that books are on.
  static let shelf: Schema = {
    var shelf = Schema(of: "shelf", ["Name": .text])
    (shelf.id, shelf.plural) = (TableID(3), "shelves")
    return shelf
  }()
}

extension RelatedField {
  /// The shelves of a book.
  static let shelves = RelatedField(
    field: Field("Shelves", .text), part: .all,
    content: .title(.init(table: "shelf", columns: ["shelf"], targets: ["pk"], titles: ["name"])),
    table: "book_shelf", columns: ["book"], targets: ["id"], isIndexed: true)
}

extension RelatedRows {
  /// Rows that point to a book by their first field; nil if they were not read.
  ///
  /// The titles are those of what the second field of each row points to, and the progress is that of the first row.
  init(
    _ number: Int, _ table: String, _ kinds: KeyValuePairs<String, Field.Kind>, _ rows: [[Value]]?,
    joined: Schema? = nil, titles: [String] = [], progress: ReadingProgress? = nil
  ) {
    let fields = [Field("Book", .integer)] + kinds.map { Field($0.key, $0.value) }
    var schema = Schema(
      table: table, key: .rowid(column: "pk"), fields: fields, titleIndex: 1, singular: table,
      plural: table + "s")
    schema.id = TableID(number)
    var content: Content?
    if let rows {
      let found = rows.indices.map { place -> Row in
        var row = Row(
          id: RecordID(.rowid(Int64(place + 1)), in: TableID(number)), values: [.integer(1)] + rows[place],
          titles: titles.indices.contains(place) ? [1: titles[place]] : [:])
        row.progress = place == 0 ? progress : nil
        return row
      }
      content = Content(count: .exactly(found.count), rows: found)
    }
    let scope = ListSource.Scope(fields: [0], values: [.integer(1)], title: "The book")
    self.init(
      source: ListSource(table: schema.id, scope: scope), schema: schema,
      reference: Reference(fields: [0], table: "book", columns: ["pk"]), joined: joined, content: content)
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
