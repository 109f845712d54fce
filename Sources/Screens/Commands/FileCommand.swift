import Records

package enum FileCommand: String, CaseIterable, Hashable, Sendable {
  case importing = "import"
  case exporting = "export"
  case new
  case open

  var needsList: Bool { self == .importing || self == .exporting }

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
