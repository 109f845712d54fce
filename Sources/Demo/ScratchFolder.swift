import BookStore
import Platform

/// A temporary folder for its owner alone, which goes away with the last reference.
public final class ScratchFolder {
  /// Where it is.
  public let path: String
  private let isOwn: Bool

  /// Makes the folder, with mode 0700, in the system's place for such ones.
  ///
  /// - Throws: `cannotOpen` if none can be made there.
  public init() throws(StoreError) {
    let parent = Self.temporaryFolder
    var template = Array((parent + "/booklist-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .cannotOpen(path: parent, reason: .system(errno: errno)) }
    isOwn = true
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The system's place for temporary files, by an absolute path without a slash at its end.
  private static var temporaryFolder: String {
    let place = Environment.value("TMPDIR") ?? "/tmp"
    let name = place.hasSuffix("/") ? String(place.dropLast()) : place
    if place.hasPrefix("/") { return name }
    guard let current = getcwd(nil, 0) else { return "/tmp" }
    defer { free(current) }
    return String(cString: current) + "/" + name
  }

  /// Takes a folder that another process has made and will remove.
  public init(madeByAnother path: String) { (self.path, isOwn) = (path, false) }

  deinit {
    if isOwn { remove() }
  }

  /// Removes the folder with all that is in it, for when the process ends before the last reference goes.
  public func remove() { Folder.remove(path) }

  /// The database in it.
  public var library: String { path + "/books.sqlite" }
  /// Where the programs of the demonstration keep what they would keep in a home.
  public var home: String { path + "/home" }

  /// Where its edit logs are.
  var editLog: EditLogOptions { EditLogOptions(folder: home + "/booklist") }

  /// Has this process, and those that it starts, look for a person's files in the folder and nowhere else.
  public func useAsHome() {
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      setenv(name, home, 1)
    }
  }
}
