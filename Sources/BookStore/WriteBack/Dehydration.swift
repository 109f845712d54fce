/// The result of a memory warning.
public struct Dehydration: Hashable, Sendable {
  /// The result of the write-back.
  public var writeBack: WriteBackResult
  /// The number of records that were dehydrated.
  public var recordCount: Int
  /// The bytes of fields that were released, as `Record.byteCount` estimates them.
  public var freedByteCount: Int

  /// Creates a result.
  public init(writeBack: WriteBackResult = WriteBackResult(), recordCount: Int = 0, freedByteCount: Int = 0) {
    self.writeBack = writeBack
    self.recordCount = recordCount
    self.freedByteCount = freedByteCount
  }
}
