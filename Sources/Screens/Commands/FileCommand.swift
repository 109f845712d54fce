import Records

/// The commands that can be typed after the colon below the list, besides a place to go to.
///
/// A command may be abbreviated as long as it is unambiguous.
enum ListCommand: String, CaseIterable, Hashable, Sendable {
  /// Imports the rows of a file into the table.
  case importing = "import"
  /// Exports the rows that the list shows to a file.
  case exporting = "export"
  /// Makes a library, and opens it.
  case new

  /// Parses a command and its argument; nil if it is unknown or ambiguous.
  static func read(_ text: String) -> (command: ListCommand, argument: String)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let name = parts.first else { return nil }
    let commands = allCases.filter { $0.rawValue.hasPrefix(name) }
    guard commands.count == 1, let command = commands.first else { return nil }
    let argument = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
    return (command, argument)
  }

  /// The completion of a text: the rest of the name, if only one command starts like it.
  static func completion(of text: String) -> String? {
    guard !text.contains(" "), let (command, _) = read(text) else { return nil }
    return String(command.rawValue.dropFirst(text.count)) + " "
  }

  /// The effect of the command on a file, or on a folder to browse.
  func run(_ argument: Text) -> Effect {
    switch self {
    case .importing: .importFile(argument, isTrial: true)
    case .exporting: .exportRows(argument, isConfirmed: false)
    case .new: .makeLibrary(argument)
    }
  }
}
