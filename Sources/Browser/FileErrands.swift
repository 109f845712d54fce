import Cells
import Records
import Screens

/// What goes on with files and pictures away from the loop, and what is remembered of it.
struct FileErrands {
  /// The folder that is being read.
  var folder: Errand<FolderListing>?
  /// The file that is being read or written.
  var file: Errand<FileOutcome>?
  /// What is being done with that file, for the status line.
  var doing = ""
  /// The picture that is being drawn.
  var picture: (request: PictureRequest, errand: Errand<DrawnPicture>)?
  /// The folder in which a file was last looked for.
  var lastFolder: Text?

  /// Says that nobody waits for anything any more.
  func cancelAll() {
    folder?.cancel()
    file?.cancel()
    // Another program that is not killed now would outlive this one.
    picture?.errand.cancelAndWait()
  }
}

/// What became of a picture.
struct DrawnPicture: Sendable {
  /// The picture, or nil where it cannot be drawn.
  let cells: Picture?
  /// What all of its bytes say of it.
  let info: ImageInfo?
}

/// What became of a file.
enum FileOutcome: Sendable {
  /// Its bytes.
  case read([UInt8])
  /// It is written.
  case written(Text)
  /// It is not, and the effect that would do it all the same where the person says so.
  case failed(FileError, Text, Effect)
}
