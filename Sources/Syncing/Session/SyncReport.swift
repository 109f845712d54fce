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
    /// It has got another name, because it was copied from a machine that goes on under its name.
    case renamed
  }

  package var beginning = Beginning.none
  package var arrivedCount = 0
  package var sentCount = 0
  /// The rows that got another key here, because two machines had given one key to two rows.
  package var movedCount = 0
  package var questionCount = 0
  /// Parts of the tree that could not be read and were left out, by their paths and lines.
  package var unreadable: [String] = []
  /// Machines and files at the place that could not be taken.
  package var leftOut: [LeftOut] = []
  /// Machines that have begun another library at the same place.
  package var foreign: [String] = []
  /// Tables, or columns of tables, that other machines have and this library does not.
  package var lacking: [LackingTable] = []
  /// Tables without a declared primary key, which are not synced.
  package var keyless: [String] = []
  /// How many rows of a table have NULL in the key and are therefore not synced.
  package var unnamed: [String: Int] = [:]
  /// This machine's name.
  package var label = ""

  package struct LackingTable: Hashable, Sendable {
    package let name: String
    /// The columns missing here; empty if there is no such table.
    package let columns: [String]

    package init(name: String, columns: [String]) { (self.name, self.columns) = (name, columns) }
  }
}
