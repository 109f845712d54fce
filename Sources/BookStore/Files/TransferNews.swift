import Records

/// What the writing of a value to a file, or the reading of a file, has to say.
public enum TransferNews: Hashable, Sendable {
  /// So many bytes of all are written or read.
  case progress(byteCount: Int, of: Int)
  /// The value is in the file.
  case exported(path: Text, byteCount: Int)
  /// The file's bytes, as a text or a blob.
  case imported(path: Text, Value)
  /// It could not be done, and no file was made or changed.
  case failed(StoreError)
}
