import ArgumentParser
import BookStore
import Cells
import Platform
import Recording
import Records
import Screens

/// What the person wants of a recording of the session.
struct RecordingChoice {
  /// The file that it goes to.
  let path: String
  var format = CastFormat.two
  /// Whether values are recorded.
  var showsValues = false
  /// Whether a file that is there is replaced.
  var replaces = false

  /// Makes the file, which must be none of the store's own.
  ///
  /// - Throws: `alreadyExists` or `cannotOpen`.
  func file(beside store: BookStore) throws(StoreError) -> CastFile {
    try CastFile(try store.files.output(to: Text(path), replaces: replaces))
  }

  /// What covers the values of a store's rows; nil if they are recorded.
  func cover(of store: BookStore) -> ValueCover? {
    if showsValues { return nil }
    return ValueCover(phrases: ChromePhrases.all, labels: Set(store.schema.fields.map(\.label)))
  }
}

extension RecordingTerminal.Sink {
  /// A recording that begins now, in a file.
  init(_ file: CastFile, title: String) {
    self.init(title: title, date: Int(SystemClock.secondsSince1970)) { file.write($0) }
  }
}

extension CastFormat: ExpressibleByArgument {}
