import BookStore
import Cells
import Platform
import Recording
import Records
import Screens

/// How to record the session.
struct RecordingChoice {
  /// The recording's file.
  let path: String
  /// Whether values are recorded.
  var showsValues = false
  /// Whether an existing file is replaced.
  var replaces = false

  /// Makes the file, which must not belong to the store.
  ///
  /// - Throws: `alreadyExists` or `cannotOpen`.
  func file(beside store: BookStore) throws(StoreError) -> CastFile {
    try CastFile(try store.files.output(to: Text(path), replaces: replaces))
  }

  /// Covers the values of a store's rows; nil if they are recorded.
  func cover(of store: BookStore) -> ValueCover? {
    if showsValues { return nil }
    return ValueCover(phrases: ChromePhrases.all, labels: Set(store.schema.fields.map(\.label)))
  }
}

extension RecordingTerminal.Sink {
  /// A recording that starts now, in a file.
  init(_ file: CastFile, title: String) {
    self.init(title: title, date: Int(SystemClock.secondsSince1970)) { file.write($0) }
  }
}
