/// A place that carries files from one machine to the others: it lists, gives and takes them, and knows nothing of what is in
/// them.
///
/// Files come and go late, twice, in any order, or in part: whoever reads one checks it.
package protocol Carrier {
  /// The names of the files that are there, with others that do not belong to it.
  func list() throws(SyncError) -> [String]
  /// Brings a file from there to a path, where nothing is yet.
  func get(_ name: String, to path: String) throws(SyncError)
  /// Takes a file there, under its name only when it is whole; one that is there already stays as it is.
  func put(_ path: String, as name: String) throws(SyncError)
}
