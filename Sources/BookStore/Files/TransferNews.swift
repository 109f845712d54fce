import Records
import SQLite

/// A report from writing a value to a file, or reading a file.
public enum TransferNews: Hashable, Sendable {
  /// How many bytes, of the total, have been written or read.
  case progress(byteCount: Int, of: Int)
  case exported(path: Text, byteCount: Int)
  case imported(path: Text, Value)
  /// No file was created or changed.
  case failed(StoreError)
}
