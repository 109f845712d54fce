/// What a memory warning did.
public struct Dehydration: Hashable, Sendable {
  /// What was written back, and what could not be.
  public var writeBack: WriteBackResult
  /// The number of records that were dehydrated.
  public var recordCount: Int
  /// The bytes of fields that were released, as `Record.byteCount` estimates them.
  public var freedByteCount: Int

  /// Creates a dehydration from its parts.
  public init(writeBack: WriteBackResult = WriteBackResult(), recordCount: Int = 0, freedByteCount: Int = 0) {
    self.writeBack = writeBack
    self.recordCount = recordCount
    self.freedByteCount = freedByteCount
  }
}
