import BookStore
import Browser
import Platform
import Screens

/// The database that was asked for, opened, and made first where it was not there.
struct Library {
  let store: BookStore
  /// What the status line begins with, if there is something to say.
  let greeting: Message?

  /// Opens a file, or the person's own library if none is named.
  ///
  /// - Throws: `StoreError`.
  init(path: String?, options: StoreOptions) throws(StoreError) {
    let file = path ?? Self.defaultPath
    var greeting: Message?
    if !options.isReadOnly, !Self.exists(file) {
      do throws(StoreError) {
        try BookStore.create(at: file, sample: path == nil, makingFolders: path == nil)
        greeting = StoreWording.created(file, hasSample: path == nil)
      } catch .alreadyExists {
        // Another program has made it meanwhile.
      }
    }
    store = try BookStore(path: file, options: options)
    self.greeting = greeting
  }

  /// `books.sqlite` where the XDG Base Directory Specification puts a person's data.
  static var defaultPath: String {
    folder("XDG_DATA_HOME", or: "/.local/share") + "/booklist/books.sqlite"
  }

  /// Where the settings are.
  static var configurationFolder: String { folder("XDG_CONFIG_HOME", or: "/.config") + "/booklist" }

  /// Where the view is remembered and edits are logged: in what the specification calls the state of programs.
  static var stateFolder: String { folder("XDG_STATE_HOME", or: "/.local/state") + "/booklist" }

  /// Where the view is remembered.
  static var viewPath: String { stateFolder + "/view" }

  /// The folder that a variable names, or where it names none, one in the person's home.
  private static func folder(_ variable: String, or path: String) -> String {
    // The specification says that programs ignore a path that is not absolute.
    func absolute(_ name: String) -> String? {
      Environment.value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute(variable) ?? (absolute("HOME") ?? Environment.accountHome) + path
  }

  /// Whether there is anything at a path, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
