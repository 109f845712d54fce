import Records

/// A table that is recognised by its name and columns, ignoring case and underscores.
struct KnownTable {
  let names: [String]
  let columns: [Column]
  var titleFields = [0]
  let singular, plural: String

  package struct Column {
    let names: [String]
    /// A template; it gets the column's real name.
    let field: Field
    var isOptional = false

    init(_ names: String..., field: Field, isOptional: Bool = false) {
      (self.names, self.field, self.isOptional) = (names, field, isOptional)
    }
  }

  static let all = [books, coffees, possessions, contacts]

  static let books = KnownTable(
    names: [Schema.books.table, "books"], columns: Schema.books.fields.map { Column($0.column, field: $0) },
    singular: Schema.books.singular, plural: Schema.books.plural)

  static let coffees = KnownTable(
    names: ["coffee", "coffees"],
    columns: [
      Column("coffeename", "name", field: Field(column: "", label: "Name", kind: .text, isRequired: true)),
      Column("price", "coffeeprice", field: Field(column: "", label: "Price", kind: .decimal)),
    ],
    singular: "coffee", plural: "coffees")

  static let possessions = KnownTable(
    names: ["possession", "possessions"],
    columns: [
      Column(
        "name", "possessionname",
        field: Field(column: "", label: "Name", kind: .text, isRequired: true, isUnique: true)),
      Column(
        "description", "possessiondescription",
        field: Field(column: "", label: "Description", kind: .longText), isOptional: true),
      Column(
        "photo", "image", "picture", "possessionphoto", "possessionimage",
        field: Field(column: "", label: "Photo", kind: .photo), isOptional: true),
    ],
    singular: "possession", plural: "possessions")

  static let contacts = KnownTable(
    names: ["contact", "contacts"],
    columns: [
      Column(
        "first", "firstname", "fname", "givenname", field: Field(column: "", label: "First name", kind: .text)
      ),
      Column(
        "last", "lastname", "lname", "surname", "familyname",
        field: Field(column: "", label: "Last name", kind: .text)),
      Column(
        "phone", "phonenumber", "phoneno", "telephone", "tel", "mobile",
        field: Field(column: "", label: "Phone", kind: .text), isOptional: true),
    ],
    titleFields: [0, 1], singular: "contact", plural: "contacts")
}
