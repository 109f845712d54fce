/// A table as people see it: what names a row, which fields it has, and what one row is called.
public struct Schema: Hashable, Sendable {
  /// Which of the open database's tables it is.
  public var id = TableID.first
  /// The table's name in the database, unquoted.
  public var table: String
  /// What names a row.
  public var key: Key
  /// The fields in the order in which they are shown; never empty.
  public var fields: [Field]
  /// The index in `fields` of the field that stands for a row in the list.
  public var titleIndex: Int
  /// What one row is called, in lower case, as in "1 book".
  public var singular: String
  /// What several rows are called, in lower case, as in "3 books".
  public var plural: String

  /// Which columns name a row.
  public enum Key: Hashable, Sendable {
    /// The rowid, under the name by which this table's statements can reach it, unquoted.
    case rowid(column: String)
    /// The primary key's columns, unquoted, of a table without a rowid.
    case columns([String])
    /// The rows' places, counted from one, for a view or a table in which no row can be named.
    case position

    /// The key's columns, unquoted, in the order of `RecordID.values`.
    public var columns: [String] {
      switch self {
      case .rowid(let column): [column]
      case .columns(let columns): columns
      case .position: [Self.positionColumn]
      }
    }

    /// Whether one integer names a row.
    public var isInteger: Bool {
      if case .columns = self { false } else { true }
    }

    /// What the places are called in statements.
    private static let positionColumn = "the row's place"
  }

  /// Makes a schema of its parts.
  ///
  /// - Precondition: `fields` is not empty and `titleIndex` is one of its indices.
  public init(
    table: String, key: Key, fields: [Field], titleIndex: Int, singular: String, plural: String
  ) {
    precondition(fields.indices.contains(titleIndex))
    self.table = table
    self.key = key
    self.fields = fields
    self.titleIndex = titleIndex
    self.singular = singular
    self.plural = plural
  }

  /// Whether no row can be changed, because none can be named for sure.
  public var isReadOnly: Bool { key == .position }

  /// The field that stands for a row in the list.
  public var titleField: Field { fields[titleIndex] }

  /// The list's name in the bar, as in "Books".
  public var name: String { plural.prefix(1).uppercased() + String(plural.dropFirst()) }

  /// The sample's book table: `book(pk, title, copyright, author)`.
  public static let books = Schema(
    table: "book", key: .rowid(column: "pk"),
    fields: [
      Field(column: "title", label: "Title", kind: .text, isRequired: true),
      Field(column: "copyright", label: "Copyright", kind: .date),
      Field(column: "author", label: "Author", kind: .text),
    ],
    titleIndex: 0, singular: "book", plural: "books")
}
