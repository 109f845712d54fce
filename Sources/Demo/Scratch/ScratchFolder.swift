import BookStore
import Platform

/// A private temporary folder that is removed with the last reference.
package final class ScratchFolder {
  let path: String
  private let folder: WorkFolder?

  /// Creates the folder, with mode 0700, in the system's temporary folder.
  package init() throws(StoreError) {
    let made = try WorkFolder.forStore()
    (folder, path) = (made, Folder.realPath(of: made.path) ?? made.path)
  }

  /// Uses a folder that another process has created and will remove.
  package init(madeByAnother path: String) { (self.path, folder) = (path, nil) }

  /// Removes the folder with its contents, if the process ends before the last reference is released.
  package func remove() { Folder.remove(path) }

  package var library: String { path + "/books.sqlite" }
  var home: String { path + "/home" }

  var editLog: EditLogOptions { EditLogOptions(folder: home + "/booklist") }

  /// Makes this process and its children look for the person's files only in this folder.
  package func useAsHome() {
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      Environment.set(name, home)
    }
  }
}
