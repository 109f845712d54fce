import Cells
import Records
import Screens

/// What goes on with files and pictures away from the loop, and what is remembered of it.
struct FileErrands {
  /// The folder that is being read.
  var folder: Errand<FolderListing>?
  /// The file that is being read or written, or was last.
  var transfer: Transfer?
  /// The part of it that is done, if it is known.
  var progress: Double?
  /// The picture that is being drawn.
  var picture: (request: PictureRequest, errand: Errand<DrawnPicture>)?
  /// The folder in which a file was last looked for.
  var lastFolder: Text?

  /// What is done with a file.
  enum Transfer {
    case reading(Text)
    case writing(Text)

    /// The file, as it was typed or chosen.
    var path: Text {
      switch self {
      case .reading(let path), .writing(let path): path
      }
    }
  }

  /// Says that nobody waits for anything any more.
  func cancelAll() {
    folder?.cancel()
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
