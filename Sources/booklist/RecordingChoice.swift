import BookStore
import Platform
import Recording
import Screens

struct RecordingChoice {
  let path: String
  var showsValues = false
  var replaces = false

  /// Creates the file, which must not belong to the store.
  func file(beside store: BookStore) throws(StoreError) -> CastFile {
    try CastFile(try store.files.output(to: Text(path), replaces: replaces))
  }

  /// Hides the values of a store's rows; nil if they are recorded.
  func cover(of store: BookStore) -> ValueCover? {
    if showsValues { return nil }
    return ValueCover(phrases: ChromePhrases.all, labels: Set(store.schema.fields.map(\.label)))
  }
}

extension RecordingTerminal.Sink {
  init(_ file: CastFile, title: String) {
    self.init(title: title, date: Int(SystemClock.secondsSince1970)) { file.write($0) }
  }
}
