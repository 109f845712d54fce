/// What a person says of a file before it is read; the rest is found out.
public struct ReadOptions: Hashable, Sendable {
  /// The format, or nil to recognise it.
  public var format: Format?
  /// The encoding, or nil to recognise it.
  public var encoding: TextEncoding?
  /// Whether the first row of a table has the names of its columns.
  public var hasHeader = true
  /// How many lines stand before the rows and do not belong to them.
  public var skippedLineCount = 0

  /// Makes options.
  public init(
    format: Format? = nil, encoding: TextEncoding? = nil, hasHeader: Bool = true, skippedLineCount: Int = 0
  ) {
    (self.format, self.encoding, self.hasHeader) = (format, encoding, hasHeader)
    self.skippedLineCount = skippedLineCount
  }
}
