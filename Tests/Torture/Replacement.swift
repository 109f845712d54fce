import Foundation

/// What another process does with a notebook's file while it is open.
///
/// The file itself stays where it can be found. `other.sqlite` beside it has other books, whose number it says.
enum Replacement: String, CaseIterable {
  case moved, deleted, replaced, swapped, restored, copied

  /// Those that a mode allows.
  ///
  /// In write-ahead mode a copy that is written into the file is noticed only if its header counts fewer changes
  /// (fileformat2.html, 1.3.7), and so it is left out there.
  static func all(in mode: Notebook.Mode) -> [Replacement] {
    allCases.filter { $0 != .copied || mode != .wal }
  }

  /// The database of other books.
  static func other(_ notebook: Notebook) -> String { notebook.folder + "/other.sqlite" }

  /// Where the notebook's file is afterwards.
  private func place(_ notebook: Notebook) -> String {
    self == .swapped ? Self.other(notebook) : notebook.folder + "/kept.sqlite"
  }

  /// Whether the other file is in the place of the notebook's then.
  var hasOther: Bool { self != .moved && self != .deleted }

  /// Does it.
  ///
  /// - Parameter takesLog: Whether the write-ahead log and its index go along, if there are any. They go after the database,
  ///   for a connection that is opened in between is not to find the database without its log.
  func happen(to notebook: Notebook, takesLog: Bool) throws {
    let (path, other, kept) = (notebook.path, Self.other(notebook), place(notebook))
    switch self {
    case .moved: rename(path, kept)
    case .deleted:
      link(path, kept)
      unlink(path)
    case .swapped:
      let between = notebook.folder + "/between.sqlite"
      rename(path, between)
      rename(other, path)
      rename(between, kept)
    case .replaced: link(path, kept)
    case .restored:
      try backUp(path, to: other)
      link(path, kept)
    case .copied: return try copy(other, over: path)
    }
    if takesLog { for suffix in ["-wal", "-shm"] { rename(path + suffix, kept + suffix) } }
    if self == .replaced || self == .restored { rename(other, path) }
  }

  /// Puts the notebook's file where it was, and the other one out of its way.
  ///
  /// A write-ahead log that has stayed belongs to the notebook's file. Nobody may open the other one before, for SQLite would
  /// apply that log to it.
  func undo(_ notebook: Notebook) {
    let (path, other, kept) = (notebook.path, Self.other(notebook), place(notebook))
    let between = notebook.folder + "/between.sqlite"
    if hasOther { rename(path, between) }
    rename(kept, path)
    for suffix in ["-wal", "-shm"] { rename(kept + suffix, path + suffix) }
    if hasOther { rename(between, other) }
  }

  /// Makes the notebook's file anew, as it was to begin with.
  func reset(_ notebook: Notebook) throws {
    for suffix in ["", "-journal"] { unlink(notebook.path + suffix) }
    try Notebook.make(notebook.path, marker: Notebook.marker, count: Notebook.count, .delete)
  }

  /// Makes a backup, and marks it.
  private func backUp(_ path: String, to other: String) throws {
    unlink(other)
    let (source, target) = (try Notebook.queue(path), try Notebook.queue(other))
    try source.backUp(to: target)
    try target.use { database in
      let count = try database.integer("SELECT count(*) FROM book") ?? 0
      try database.run("UPDATE book SET title = 'backup' || pk, note = NULL; PRAGMA user_version = \(count)")
    }
    target.close()
    source.close()
  }

  /// Writes the bytes of a file into another, as `cp` does, at a moment when nobody is in a transaction: otherwise half of one
  /// would be in the file afterwards, which is nobody's fault here.
  private func copy(_ other: String, over path: String) throws {
    let data = try Data(contentsOf: URL(filePath: other))
    try Notebook.queue(path).use { database in
      try database.run("BEGIN EXCLUSIVE")
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: data)
      // The locks go with it.
      try file.close()
      try? database.run("ROLLBACK")
    }
  }
}
