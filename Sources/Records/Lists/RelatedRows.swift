/// The rows of a table that point to a record, as its detail shows them.
public struct RelatedRows: Hashable, Sendable {
  /// All of the rows.
  public let source: ListSource
  /// Their table.
  public let schema: Schema
  /// The foreign key by which they point to the record.
  public let reference: Reference
  /// Whether no other foreign key of their table points to the record's table.
  public let isAlone: Bool
  /// The table on the other side, if the rows do nothing but join the record with rows of it.
  public let joined: Schema?
  /// The first rows; nil if they have not been read, because no index leads to them.
  public var content: Content?

  /// The first of the rows.
  public struct Content: Hashable, Sendable {
    /// How many rows there are.
    public let count: RowCount
    /// The first ones, the latest first if they have a date, otherwise in the order of their table.
    public let rows: [Row]

    /// Makes it of its parts.
    public init(count: RowCount, rows: [Row]) {
      (self.count, self.rows) = (count, rows)
    }
  }

  /// One of the rows.
  public struct Row: Hashable, Sendable {
    /// Its name.
    public let id: RecordID
    /// The values of its fields, long texts cut and blobs as NULL, in the order of the schema's fields.
    public let values: [Value]
    /// The titles of the other rows that it points to, by the first fields of their foreign keys.
    public let titles: [Int: String]
    /// How far the reading is, if the row is one that has not ended.
    public var progress: ReadingProgress?

    /// Makes it of its parts.
    public init(id: RecordID, values: [Value], titles: [Int: String] = [:]) {
      (self.id, self.values, self.titles) = (id, values, titles)
    }
  }

  /// Makes them of their parts.
  public init(
    source: ListSource, schema: Schema, reference: Reference, isAlone: Bool = true, joined: Schema? = nil,
    content: Content? = nil
  ) {
    (self.source, self.schema, self.reference) = (source, schema, reference)
    (self.isAlone, self.joined, self.content) = (isAlone, joined, content)
  }

  /// The bytes of what was read, for the record that holds it: an estimate, as that of a record is.
  public var byteCount: Int {
    (content?.rows ?? []).reduce(MemoryLayout<Self>.stride) { count, row in
      row.values.reduce(count + MemoryLayout<Row>.stride) {
        $0 + MemoryLayout<Value>.stride + $1.payloadByteCount
      } + row.titles.values.reduce(0) { $0 + MemoryLayout<(Int, String)>.stride + $1.utf8.count }
    }
  }
}
