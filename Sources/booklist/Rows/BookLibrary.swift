import ArgumentParser
import BookStore
import Browser
import Platform

/// The library that an import writes to; created if it does not exist.
struct BookLibrary {
  /// The library's path; a trial uses a temporary file if there is no library.
  let path: String
  private let folder: WorkFolder?
  let isNew: Bool

  /// Creates a library from the template `reading`, if there is none.
  static func make(at path: String, isTrial: Bool) throws -> BookLibrary {
    if Library.exists(path) { return BookLibrary(path: path, folder: nil, isNew: false) }
    var (folder, place): (WorkFolder?, String) = (nil, path)
    do throws(StoreError) {
      if isTrial {
        let made = try WorkFolder.forStore()
        (folder, place) = (made, made.path + "/trial.sqlite")
      }
      try BookStore.create(at: place, template: .reading, makingFolders: path == Library.defaultPath)
    } catch {
      throw CommandFailure(StoreWording.sentence(error, in: path), CommandStatus.status(of: error)).said
    }
    return BookLibrary(path: place, folder: folder, isNew: true)
  }

  /// Removes the library only if this import created it.
  func remove() {
    guard isNew else { return }
    for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
  }
}
