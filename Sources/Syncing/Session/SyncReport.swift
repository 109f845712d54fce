import Records

/// What a sync has done.
package struct SyncReport: Hashable, Sendable {
  /// How this machine takes part.
  package enum Beginning: Hashable, Sendable {
    /// It has begun with the library before.
    case none
    /// Nobody had; the others can join now.
    case founded
    /// It has joined with a copy of its own.
    case joined
    /// It has joined and had no library before.
    case created
    /// The library was replaced, restored or copied from another machine, and has joined anew.
    case rejoined
  }

  package var beginning = Beginning.none
  package var figures = SyncFigures()
  /// How many questions are to be settled.
  package var questionCount = 0
  /// Files that are damaged or not completely there yet.
  package var unreadable: [String] = []
  /// Files that a later version of the program has made.
  package var later: [String] = []
  /// Files of another library, which somebody has begun at the same place.
  package var foreign: [String] = []
  /// Files that do not follow those before them, because their machine was restored from a backup.
  package var broken: [String] = []
  /// How many files wait for others that are not there yet.
  package var waitingCount = 0
  /// Tables that are declared otherwise on another machine, with the columns that are not here.
  package var heldTables: [HeldTable] = []
  /// Tables without a declared primary key, which stay at home.
  package var keyless: [String] = []
  /// Tables that have rows with NULL in the key, which stay at home, and how many.
  package var unnamed: [String: Int] = [:]
  /// Another machine that calls itself the same.
  package var hasNamesake = false
  /// What this machine is called.
  package var label = ""

  /// A table that waits, with why.
  package struct HeldTable: Hashable, Sendable {
    package let name: String
    /// The columns that are missing here; none if there is no such table, or its key is another one.
    package let missing: [String]

    package init(name: String, missing: [String]) { (self.name, self.missing) = (name, missing) }
  }
}
