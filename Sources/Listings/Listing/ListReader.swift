import SQLite

/// Reads a table on a background thread, beside the lists.
package protocol ListReader: AnyObject {
  /// Whether the thread is reading the database.
  var isWorking: Bool { get }
  /// Stops the thread from reading until `resume()`.
  func pause()
  /// Restarts the thread if `pause()` interrupted it.
  func resume() throws(StoreError)
  /// Processes what the thread has found out since the last call.
  func takeNews() throws(StoreError)
  /// Sets a callback, called on any thread, for when `takeNews()` has something to process.
  func onNews(_ wake: @escaping @Sendable () -> Void)
}
