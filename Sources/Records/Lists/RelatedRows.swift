/// The rows of a table that refer to a record, as shown in its detail.
public struct RelatedRows: Hashable, Sendable {
  /// The list of all of these rows.
  public let source: ListSource
  /// The schema of the rows.
  public let schema: Schema
  /// The foreign key by which the rows refer to the record.
  public let reference: Reference
  /// Whether no other foreign key of the table refers to the record's table.
  public let isAlone: Bool
  /// The table on the other side, if the rows only join the record with rows of it.
  public let joined: Schema?
  /// The first rows; nil if they were not read because no index covers the foreign key.
  public var content: Content?

  /// The first rows and their total number.
  public struct Content: Hashable, Sendable {
    /// The total number of rows.
    public let count: RowCount
    /// The first rows, by date from the latest if there is one, otherwise in table order.
    public let rows: [Row]

    package init(count: RowCount, rows: [Row]) { (self.count, self.rows) = (count, rows) }
  }

  /// A row that refers to the record.
  public struct Row: Hashable, Sendable {
    /// The row's ID.
    public let id: RecordID
    /// The values in the order of the schema's fields; long texts are cut, and blobs are NULL.
    public let values: [Value]
    /// The titles of other referenced rows, by the first field of their foreign key.
    public let titles: [Int: String]
    /// The progress, if the row is an unfinished reading.
    public var progress: ReadingProgress?

    package init(id: RecordID, values: [Value], titles: [Int: String] = [:]) {
      (self.id, self.values, self.titles) = (id, values, titles)
    }
  }

  package init(
    source: ListSource, schema: Schema, reference: Reference, isAlone: Bool = true, joined: Schema? = nil,
    content: Content? = nil
  ) {
    (self.source, self.schema, self.reference) = (source, schema, reference)
    (self.isAlone, self.joined, self.content) = (isAlone, joined, content)
  }

  /// An estimate of the memory used, in bytes.
  public var byteCount: Int {
    (content?.rows ?? []).reduce(MemoryLayout<Self>.stride) { count, row in
      row.values.reduce(count + MemoryLayout<Row>.stride) {
        $0 + MemoryLayout<Value>.stride + $1.payloadByteCount
      } + row.titles.values.reduce(0) { $0 + MemoryLayout<(Int, String)>.stride + $1.utf8.count }
    }
  }
}

/// The progress of a reading, by its latest entry.
public struct ReadingProgress: Hashable, Sendable {
  /// The page, if it was recorded.
  public var page: Int?
  /// The percentage of the book, if it was recorded.
  public var percent: Double?
  /// The number of pages of the book, if known.
  public var pages: Int?

  package init(page: Int? = nil, percent: Double? = nil, pages: Int? = nil) {
    (self.page, self.percent, self.pages) = (page, percent, pages)
  }

  /// The fraction read, from 0 to 1; nil if only a page is known and not the book's length.
  public var fraction: Double? {
    if let page, let pages, pages > 0 { return min(1, Double(page) / Double(pages)) }
    return percent.map { min(1, max(0, $0 / 100)) }
  }

  /// The page, recorded or computed from the percentage; nil if unknown.
  public var reachedPage: Int? {
    page ?? percent.flatMap { percent in pages.map { Int((percent / 100 * Double($0)).rounded()) } }
  }
}
