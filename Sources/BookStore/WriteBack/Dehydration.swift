/// What a memory warning did.
public struct Dehydration: Hashable, Sendable {
  /// What was written back, and what could not be.
  public var writeBack: WriteBackResult
  /// The records that were let go.
  public var recordCount: Int
  /// The bytes that were held for fields and are not any more, as `Record.byteCount` estimates them.
  public var freedByteCount: Int

  /// Makes a dehydration of its parts.
  public init(writeBack: WriteBackResult = WriteBackResult(), recordCount: Int = 0, freedByteCount: Int = 0) {
    self.writeBack = writeBack
    self.recordCount = recordCount
    self.freedByteCount = freedByteCount
  }
}
