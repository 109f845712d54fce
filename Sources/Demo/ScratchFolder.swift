import BookStore
import Platform

/// A private temporary folder that is removed with the last reference.
public final class ScratchFolder {
  /// Its path.
  public let path: String
  private let isOwn: Bool

  /// Makes the folder, with mode 0700, in the system's temporary folder.
  ///
  /// - Throws: `cannotOpen` if it cannot be made there.
  public init() throws(StoreError) {
    let parent = Self.temporaryFolder
    var template = Array((parent + "/booklist-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .cannotOpen(path: parent, reason: .system(errno: errno)) }
    isOwn = true
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The system's temporary folder, as an absolute path without a trailing slash.
  private static var temporaryFolder: String {
    let place = Environment.value("TMPDIR") ?? "/tmp"
    let name = place.hasSuffix("/") ? String(place.dropLast()) : place
    if place.hasPrefix("/") { return name }
    guard let current = getcwd(nil, 0) else { return "/tmp" }
    defer { free(current) }
    return String(cString: current) + "/" + name
  }

  /// Uses a folder that another process has made and will remove.
  public init(madeByAnother path: String) { (self.path, isOwn) = (path, false) }

  deinit {
    if isOwn { remove() }
  }

  /// Removes the folder with its contents, for when the process ends before the last reference is released.
  public func remove() { Folder.remove(path) }

  /// The database in it.
  public var library: String { path + "/books.sqlite" }
  /// The home folder for the programs of the demonstration.
  public var home: String { path + "/home" }

  /// The folder of its edit logs.
  var editLog: EditLogOptions { EditLogOptions(folder: home + "/booklist") }

  /// Makes this process and its children look for the person's files only in this folder.
  public func useAsHome() {
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      setenv(name, home, 1)
    }
  }
}
