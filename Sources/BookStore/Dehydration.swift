/// What a memory warning did.
public struct Dehydration: Hashable, Sendable {
  /// What was written back, and what could not be.
  public var writeBack = WriteBackResult()
  /// The records that were let go.
  public var recordCount = 0
  /// The bytes held for their fields, as `Record.byteCount` estimates them.
  public var freedByteCount = 0
}
