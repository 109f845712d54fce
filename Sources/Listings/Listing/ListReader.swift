import SQLite

/// Reads a table on a background thread, alongside the lists.
package protocol ListReader: AnyObject {
  var isWorking: Bool { get }
  func pause()
  func resume() throws(StoreError)
  func takeNews() throws(StoreError)
  /// Sets a callback, called on any thread, for when `takeNews()` has something to process.
  func onNews(_ wake: @escaping @Sendable () -> Void)
}
