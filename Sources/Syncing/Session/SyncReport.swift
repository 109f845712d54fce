package struct SyncReport: Hashable, Sendable {
  /// How this machine takes part for the first time.
  package enum Beginning: Hashable, Sendable {
    case none
    /// As the first machine; others can join now.
    case founded
    /// With its own library.
    case joined
    /// With a library created from the tree.
    case created
    /// Under a new name, as the copy of a machine that goes on under the old one.
    case renamed
  }

  package var beginning = Beginning.none
  package var arrivedCount = 0
  package var sentCount = 0
  /// The rows with a new key, because two machines had given the old one to different rows.
  package var movedCount = 0
  package var questionCount = 0
  /// The unreadable parts of the tree, which were left out, as paths and lines.
  package var unreadable: [String] = []
  package var leftOut: [LeftOut] = []
  /// The machines at the place that sync another library.
  package var foreign: [String] = []
  /// The tables or columns that other machines have and this library lacks.
  package var lacking: [LackingTable] = []
  /// The tables without a declared primary key, which are not synced.
  package var keyless: [String] = []
  /// How many rows of each table are not synced because they have NULL in the key.
  package var unnamed: [String: Int] = [:]
  /// This machine's name.
  package var label = ""

  package struct LackingTable: Hashable, Sendable {
    package let name: String
    /// The missing columns; empty if the table is missing.
    package let columns: [String]

    package init(name: String, columns: [String]) { (self.name, self.columns) = (name, columns) }
  }
}
