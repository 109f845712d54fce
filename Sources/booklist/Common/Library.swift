import BookStore
import Browser
import Formats
import Platform
import Screens

/// The requested database, opened; created first if it does not exist.
struct Library {
  let store: BookStore
  let greeting: Message?

  init(path: String?, options: StoreOptions) throws(StoreError) {
    let file = path ?? Self.defaultPath
    var greeting: Message?
    if !options.isReadOnly, !Self.exists(file) {
      do throws(StoreError) {
        try BookStore.create(at: file, template: .reading, sample: path == nil, makingFolders: path == nil)
        greeting = StoreWording.created(file, hasSample: path == nil)
      } catch .alreadyExists {
        // Another program has created the file meanwhile.
      }
    }
    store = try BookStore(path: file, options: options)
    self.greeting = greeting
  }

  /// `books.sqlite` in the data folder of the XDG Base Directory Specification.
  static var defaultPath: String { folder("XDG_DATA_HOME", or: "/.local/share") + "/booklist/books.sqlite" }

  static var configurationFolder: String { folder("XDG_CONFIG_HOME", or: "/.config") + "/booklist" }

  /// The folder of the remembered views and the edit logs: in the state folder of the specification.
  static var stateFolder: String { folder("XDG_STATE_HOME", or: "/.local/state") + "/booklist" }

  static var viewPath: String { stateFolder + "/view" }

  private static func folder(_ variable: String, or path: String) -> String {
    // The specification tells programs to ignore relative paths.
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

enum OpeningWording {
  private static let sampleSize = 1 << 16

  /// Says why a database cannot be opened; if it is missing, how to create it; if the file is a list, how to import it.
  static func sentence(_ error: StoreError, in file: String) -> String {
    if case .cannotOpen(file, .missing) = error {
      let place = file == Library.defaultPath ? "" : " --file \(file)"
      return
        "\(StoreWording.sentence(error, in: file)) To make it: booklist new \(file), or booklist import LIST\(place)."
    }
    guard case .notADatabase = error,
      let start = try? DescriptorBytes.readAll(file, upTo: sampleSize, waits: false),
      let format = Format(listStartingWith: start)
    else { return StoreWording.sentence(error, in: file) }
    return
      "\(file) is a list (\(format.summary)), not a database. booklist import \(file) adds its rows to your library."
  }
}
