/// Carries files between machines without knowing their content; files may arrive late, twice, out of order or incomplete.
package protocol Carrier {
  func list() throws(SyncError) -> [String]
  func get(_ name: String, to path: String) throws(SyncError)
  /// Uploads a file, which gets its name only when it is complete; an existing file is left unchanged.
  func put(_ path: String, as name: String) throws(SyncError)
}
