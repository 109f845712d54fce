/// Where a store keeps its edit log, and for how long.
public struct EditLogOptions: Hashable, Sendable {
  /// The folder; created with mode 0700 when it is first needed.
  public var folder: String
  /// The seconds after which a change that needs no recovery may be dropped.
  public var longestAge: Double
  /// The size in bytes from which the oldest of those changes are dropped.
  public var largestByteCount: Int

  /// Creates options; by default 90 days and 256 MB.
  public init(folder: String, longestAge: Double = 90 * 86_400, largestByteCount: Int = 256_000_000) {
    self.folder = folder
    self.longestAge = longestAge
    self.largestByteCount = largestByteCount
  }
}
