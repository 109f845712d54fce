import ArgumentParser
import BookStore
import Browser
import Platform
import Sentences

/// The library that an import writes to; it is made if it does not exist.
struct BookLibrary {
  /// The library's path; a trial uses a temporary file if there is no library.
  let path: String
  private let isNew: Bool

  /// Makes a library from the template `reading`, if there is none.
  ///
  /// - Throws: The exit status, after an error message on standard error.
  static func make(at path: String, isTrial: Bool) throws -> BookLibrary {
    if Library.exists(path) { return BookLibrary(path: path, isNew: false) }
    let place = isTrial ? "\(Environment.value("TMPDIR") ?? "/tmp")/booklist-\(getpid()).sqlite" : path
    do throws(StoreError) {
      try BookStore.create(at: place, template: .reading, makingFolders: path == Library.defaultPath)
    } catch {
      StandardError.say(StoreWording.sentence(error, in: path))
      throw CommandStatus.status(of: error)
    }
    return BookLibrary(path: place, isNew: true)
  }

  /// Removes the library, if it was made here.
  func remove() {
    guard isNew else { return }
    for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
  }
}
