import Records
import SQLite

/// What the writing of a value to a file, or the reading of a file, reports.
public enum TransferNews: Hashable, Sendable {
  /// The given number of bytes out of the total have been written or read.
  case progress(byteCount: Int, of: Int)
  /// The value is in the file.
  case exported(path: Text, byteCount: Int)
  /// The file has been read; the value has its bytes, as a text or a blob.
  case imported(path: Text, Value)
  /// The transfer failed, and no file was created or changed.
  case failed(StoreError)
}
