import BookStore
import Browser
import Platform
import Screens

/// The requested database, opened; it is made first if it does not exist.
struct Library {
  let store: BookStore
  /// The first message on the status line, if any.
  let greeting: Message?

  /// Opens a file, or the person's own library by default.
  ///
  /// - Throws: `StoreError`.
  init(path: String?, options: StoreOptions) throws(StoreError) {
    let file = path ?? Self.defaultPath
    var greeting: Message?
    if !options.isReadOnly, !Self.exists(file) {
      do throws(StoreError) {
        try BookStore.create(at: file, template: .reading, sample: path == nil, makingFolders: path == nil)
        greeting = StoreWording.created(file, hasSample: path == nil)
      } catch .alreadyExists {
        // Another program has made it meanwhile.
      }
    }
    store = try BookStore(path: file, options: options)
    self.greeting = greeting
  }

  /// `books.sqlite` in the data folder of the XDG Base Directory Specification.
  static var defaultPath: String {
    folder("XDG_DATA_HOME", or: "/.local/share") + "/booklist/books.sqlite"
  }

  /// The folder of the settings.
  static var configurationFolder: String { folder("XDG_CONFIG_HOME", or: "/.config") + "/booklist" }

  /// The folder of the remembered views and the edit logs: in the state folder of the specification.
  static var stateFolder: String { folder("XDG_STATE_HOME", or: "/.local/state") + "/booklist" }

  /// The file of the remembered views.
  static var viewPath: String { stateFolder + "/view" }

  /// The folder that a variable names, otherwise one in the home folder.
  private static func folder(_ variable: String, or path: String) -> String {
    // The specification says that programs ignore relative paths.
    func absolute(_ name: String) -> String? {
      Environment.value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute(variable) ?? (absolute("HOME") ?? Environment.accountHome) + path
  }

  /// Whether there is anything at a path, including a dangling link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
