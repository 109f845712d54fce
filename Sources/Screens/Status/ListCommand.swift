import Records

/// What can be typed behind the colon below the list, besides the place to go to.
///
/// A command may be shortened as long as no other begins the same way.
enum ListCommand: String, CaseIterable, Hashable, Sendable {
  /// Takes the rows of a file into the table.
  case importing = "import"
  /// Writes the rows that the list shows to a file.
  case exporting = "export"
  /// Makes a library, and opens it.
  case new

  /// Reads a command and what stands behind it; nil if it is none, or could be several.
  static func read(_ text: String) -> (command: ListCommand, argument: String)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let name = parts.first else { return nil }
    let commands = allCases.filter { $0.rawValue.hasPrefix(name) }
    guard commands.count == 1, let command = commands.first else { return nil }
    let argument = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
    return (command, argument)
  }

  /// What goes on with a text: the rest of the name of the only command that begins so.
  static func completion(of text: String) -> String? {
    guard !text.contains(" "), let (command, _) = read(text) else { return nil }
    return String(command.rawValue.dropFirst(text.count)) + " "
  }

  /// What it does with a file, or with a folder that files are chosen from.
  func run(_ argument: Text) -> Effect {
    switch self {
    case .importing: .importFile(argument, isTrial: true)
    case .exporting: .exportRows(argument, isConfirmed: false)
    case .new: .makeLibrary(argument)
    }
  }
}
