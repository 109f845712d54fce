import Records
import SQLite

extension Schema {
  /// Checks that rows have keys, and so can be changed.
  ///
  /// - Throws: `noKeys` for a view, and for a table without a usable key.
  public func checkHasKeys() throws(StoreError) {
    if isReadOnly { throw .noKeys(table: table, isView: source == .view) }
  }
}
