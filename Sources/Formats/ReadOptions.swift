/// The person's settings for reading a file; everything else is detected.
public struct ReadOptions: Hashable, Sendable {
  /// The format; nil to detect it.
  public var format: Format?
  /// The encoding; nil to detect it.
  public var encoding: TextEncoding?
  /// Whether the first row of a table has the column names.
  public var hasHeader = true
  /// The number of lines to skip before the rows.
  public var skippedLineCount = 0

  /// Creates options.
  public init(
    format: Format? = nil, encoding: TextEncoding? = nil, hasHeader: Bool = true, skippedLineCount: Int = 0
  ) {
    (self.format, self.encoding, self.hasHeader) = (format, encoding, hasHeader)
    self.skippedLineCount = skippedLineCount
  }
}
