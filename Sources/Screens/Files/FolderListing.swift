import Records

/// What is in a folder, as the answer to `Effect.listFolder`.
public struct FolderListing: Hashable, Sendable {
  /// The folder as it was asked for.
  public let asked: Text
  /// The folder's whole path; that of the last folder where it was asked for by an empty text.
  public let path: Text
  /// The entries, folders first, in the order of their names.
  public let entries: [FileEntry]
  /// Why the folder cannot be read, if so.
  public let problem: Message?

  /// Makes a listing of its parts.
  public init(asked: Text, path: Text, entries: [FileEntry], problem: Message? = nil) {
    (self.asked, self.path, self.entries, self.problem) = (asked, path, entries, problem)
  }
}
