import Records

/// The contents of a folder, as the answer to `Effect.listFolder`.
public struct FolderListing: Hashable, Sendable {
  /// The folder as it was requested.
  public var asked: Text
  /// The folder's full path; for an empty request, that of the last folder.
  public let path: Text
  /// The entries sorted by name, folders first.
  public let entries: [FileEntry]
  /// Why the folder cannot be read, or nil.
  public let problem: Message?

  /// Makes a listing.
  public init(asked: Text, path: Text, entries: [FileEntry], problem: Message? = nil) {
    (self.asked, self.path, self.entries, self.problem) = (asked, path, entries, problem)
  }
}
