import Records

/// The commands after the colon that need a file.
package enum FileCommand: String, CaseIterable, Hashable, Sendable {
  /// Imports the rows of a file into the table.
  case importing = "import"
  /// Exports the rows that the list shows to a file.
  case exporting = "export"
  /// Makes a library, and opens it.
  case new
  /// Opens a library.
  case open

  /// Whether it acts on a table's list.
  var needsList: Bool { self == .importing || self == .exporting }

  /// The effect of the command on a file, or on a folder to browse.
  ///
  /// - Parameter exported: What the screen below exports; nil for the rows of the list.
  func run(_ argument: Text, of exported: ExportExtent?) -> Effect {
    switch self {
    case .importing: .importFile(ImportRequest(argument, isTrial: true))
    case .exporting: .exportRows(argument, exported, isConfirmed: false)
    case .new: .library(.make(argument))
    case .open: .library(.open(argument))
    }
  }
}
