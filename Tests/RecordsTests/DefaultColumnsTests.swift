import Testing

@testable import Records

/// The columns with which the list of a table begins.
@Suite struct DefaultColumnsTests {
  private static func schema(_ fields: [Field]) -> Schema {
    Schema(
      table: "track", key: .rowid(column: "TrackId"), fields: fields, titleFields: [0], singular: "track",
      plural: "tracks", references: [Reference(fields: [1], table: "album", columns: ["id"])])
  }

  private static func field(_ name: String, _ kind: Field.Kind) -> Field {
    Field(column: name, label: name, kind: kind)
  }

  private static let short = [
    field("Name", .text), field("Album", .integer), field("TrackId", .integer),
    field("genre_id", .integer), field("Composer", .text), field("Bought", .boolean),
  ]

  @Test("Numbers, choices and dates of the table itself are shown, at most three, and no keys or texts")
  func columns() {
    let more = [
      Self.field("Length", .integer), Self.field("Format", .choice(["a", "b"])),
      Self.field("Price", .decimal),
    ]
    #expect(Self.schema(Self.short + more).defaultColumns == [5, 6, 7])
  }

  @Test(
    "A wide list has more that is short, and at last texts; for a reader, what tells editions and readings apart"
  )
  func wide() {
    let more = ["Length", "Price", "Weight", "Height"].map { Self.field($0, .integer) }
    let schema = Self.schema(Self.short + more)
    #expect(schema.wideColumns == [5, 6, 7, 8, 9, 4])
    #expect(schema.defaultColumns(in: nil, isWide: true) == schema.wideColumns)
    #expect(Self.schema(Array(Self.short.prefix(4))).wideColumns.isEmpty)
    let columns = ["title", "tags", "author", "rating", "format", "pages", "series"]
    var books = Self.schema(columns.map { Self.field($0, .text) } + [Self.field("status", .choice(["read"]))])
    (books.table, books.references) = ("book", [])
    #expect(books.defaultColumns == [2, 7, 3] && books.wideColumns == [2, 7, 3, 5, 4, 1])
    books.fields[4].isHidden = true
    #expect(books.wideColumns == [2, 7, 3, 5, 1])
  }

  @Test("Without any of these, texts are shown, first those that say where or what a row is")
  func texts() {
    let names = ["Name", "Album", "Address", "City", "Country", "Phone", "account_id"]
    let fields = names.map { Self.field($0, $0 == "Album" ? .integer : .text) }
    #expect(Self.schema(fields).defaultColumns == [3, 4, 2])
    #expect(Self.schema(Array(fields.prefix(4))).defaultColumns.isEmpty)
  }

  @Test("References come by the titles of their rows once these are known, if an index leads to them")
  func references() {
    func titled(isIndexed: Bool) -> RelatedField {
      var related = RelatedField(
        field: Self.field("Album.title", .text), part: .single, content: .column("title"), table: "album",
        columns: ["id"], targets: ["Album"], isIndexed: isIndexed)
      related.reference = 1
      return related
    }
    var schema = Self.schema(Self.short)
    #expect(schema.defaultColumns == [5] && schema.mayTitleReferences)
    schema.related = [titled(isIndexed: false)]
    #expect(schema.defaultColumns == [5] && !schema.mayTitleReferences)
    schema.related = [titled(isIndexed: true)]
    #expect(schema.defaultColumns == [5, 6])
    let scope = ListSource.Scope(fields: [1], values: [.integer(1)], title: "Album")
    #expect(schema.defaultColumns(in: scope) == [5], "All rows of one album have it in common.")
    var few = Self.schema(Array(Self.short.prefix(2)))
    few.related = [titled(isIndexed: true)]
    #expect(few.defaultColumns == [2])
    few.titleFields = [1]
    #expect(few.defaultColumns.isEmpty)
  }

  @Test("A hidden field gives its place to the next one, and a table of four fields or a view has no columns")
  func none() {
    var hidden = Self.short + [Self.field("Length", .integer)]
    hidden[5].isHidden = true
    #expect(Self.schema(hidden).defaultColumns == [6])
    #expect(Self.schema(Array(Self.short[2...5])).defaultColumns.isEmpty)
    var view = Self.schema(Self.short)
    view.source = .view
    #expect(view.defaultColumns.isEmpty)
  }
}
