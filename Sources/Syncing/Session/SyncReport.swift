package struct SyncReport: Hashable, Sendable {
  /// How this machine takes part.
  package enum Beginning: Hashable, Sendable {
    case none
    /// It is the first one; others can join now.
    case founded
    /// It has joined with its own copy.
    case joined
    /// It has joined without a library of its own.
    case created
    /// Its library was replaced, restored or copied from another machine, so it has joined again.
    case rejoined
  }

  package var beginning = Beginning.none
  package var figures = SyncFigures()
  package var questionCount = 0
  package var unreadable: [String] = []
  /// Files that a later version of the program wrote.
  package var later: [String] = []
  /// Files of a different library at the same place.
  package var foreign: [String] = []
  /// Files that do not follow those before them, because their machine was restored from a backup.
  package var broken: [String] = []
  /// How many files wait for others that are not there yet.
  package var waitingCount = 0
  /// Tables that another machine declares differently, with the columns missing here.
  package var heldTables: [HeldTable] = []
  /// Tables without a declared primary key, which are not synced.
  package var keyless: [String] = []
  /// How many rows of a table have NULL in the key and are therefore not synced.
  package var unnamed: [String: Int] = [:]
  /// Whether another machine has the same label.
  package var hasNamesake = false
  package var label = ""

  package struct HeldTable: Hashable, Sendable {
    package let name: String
    /// The columns missing here; empty if there is no such table, or its key is different.
    package let missing: [String]

    package init(name: String, missing: [String]) { (self.name, self.missing) = (name, missing) }
  }
}
