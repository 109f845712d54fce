import Queries
import Records

/// The commands that can be typed on a screen: those for files and libraries, and the actions of its keys.
///
/// An unambiguous abbreviation is enough. `q` and `h` always mean `quit` and `help`.
package struct CommandTable: Sendable {
  private let entries: [Entry]

  package struct Entry: Sendable {
    let name: String
    let does: String
    let run: Run
    var keys = ""

    var takesText: Bool {
      switch run {
      case .file: true
      case .library(let command): command.takesText
      case .action: false
      }
    }

    enum Run: Hashable, Sendable {
      case file(FileCommand)
      case library(LibraryCommand)
      case action(Action)
    }
  }

  package enum Reading {
    case none
    case one(Entry, argument: String)
    case several([String])
  }

  init(
    _ bindings: [KeyBinding], keyless: [(Action, does: String)] = [], own: [OwnCommand] = [], hasList: Bool,
    hasLines: Bool = false, takes: (Action) -> Bool
  ) {
    let files = FileCommand.allCases.filter {
      $0 != .open && (hasList || !$0.needsList || hasLines && $0 == .exporting)
    }
    var entries = files.map {
      Entry(name: $0.rawValue, does: CommandWording.explanation(of: $0), run: .file($0))
    }
    entries += LibraryCommand.allCases.map {
      Entry(name: $0.rawValue, does: CommandWording.explanation(of: $0), run: .library($0))
    }
    entries += own.map {
      Entry(name: $0.name, does: CommandWording.explanation(of: $0), run: .action(.own($0.name)))
    }
    func add(_ action: Action, does: String, keys: String = "") {
      guard let name = action.name, !entries.contains(where: { $0.name == name }) else { return }
      entries.append(Entry(name: name, does: does, run: .action(action), keys: keys))
    }
    for binding in bindings {
      for action in binding.actions.map(\.action) where takes(action) && Self.isUseful(action) {
        let keys = binding.actions.filter { $0.action == action }.map(\.key.name).joined(separator: " ")
        add(action, does: binding.does + ".", keys: keys)
      }
    }
    for (action, does) in keyless where takes(action) { add(action, does: does) }
    self.entries = entries
  }

  var names: [String] { entries.map(\.name).sorted() }

  private static func isUseful(_ action: Action) -> Bool {
    switch action {
    case .move, .moveHalfPages, .jump, .open: false
    default: true
    }
  }

  func read(_ text: String) -> Reading {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let name = parts.first.map(String.init) else { return .none }
    let argument = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
    var found = candidates(name)
    if !argument.isEmpty, found.contains(where: \.takesText) { found.removeAll { !$0.takesText } }
    if found.count > 1 { return .several(found.map(\.name)) }
    return found.first.map { .one($0, argument: argument) } ?? .none
  }

  /// The rest of a command's name up to the first ambiguity; nil after the name.
  func completion(of text: String) -> String? {
    guard !text.contains(" ") else { return nil }
    let names = candidates(text).map(\.name)
    guard let first = names.first else { return nil }
    let common = names.reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    return String(common.dropFirst(text.count)) + (names.count == 1 ? " " : "")
  }

  /// The commands that begin with a text or, if none does, those whose names or words contain it.
  func listed(for text: String) -> [Entry] {
    let begun = entries.filter { $0.name.hasPrefix(text) }
    guard begun.isEmpty else { return begun }
    let words = text.lowercased()
    return entries.filter { $0.name.contains(words) || $0.does.lowercased().contains(words) }
  }

  func nearest(to text: String) -> String? {
    let word = text.split(separator: " ").first.map(String.init) ?? text
    return SpellingGuess.nearest(to: word, among: entries.map(\.name))
  }

  private func candidates(_ name: String) -> [Entry] {
    let name = ["q": "quit", "h": "help"][name] ?? name
    if let whole = entries.first(where: { $0.name == name }) { return [whole] }
    return entries.filter { $0.name.hasPrefix(name) }.sorted { $0.name < $1.name }
  }
}

package enum FileCommand: String, CaseIterable, Hashable, Sendable {
  case importing = "import"
  case exporting = "export"
  case new
  case open

  var needsList: Bool { self == .importing || self == .exporting }

  /// Makes the effect; `exported` is what the screen below exports, or nil for the rows of the list.
  func run(_ argument: Text, of exported: ExportExtent?) -> Effect {
    switch self {
    case .importing: .importFile(ImportRequest(argument, isTrial: true))
    case .exporting: .exportRows(argument, exported, isConfirmed: false)
    case .new: .library(.make(argument))
    case .open: .library(.open(argument))
    }
  }
}

enum LibraryCommand: String, CaseIterable, Hashable, Sendable {
  case open
  case schema
  case sql
  case sync
  case conflicts

  var takesText: Bool { self != .schema && self != .conflicts }

  func effect(_ argument: String) -> LibraryEffect? {
    switch self {
    case .open: argument.isEmpty ? .listRecent : .open(Text(argument))
    case .schema: .openSchema
    case .sql: argument.isEmpty ? nil : .runStatement(argument)
    case .sync: .sync(argument)
    case .conflicts: .askConflicts
    }
  }
}

/// Tells which names the person cannot give to a command.
public enum CommandNames {
  package static func areTaken(_ name: String) -> Bool {
    FileCommand(rawValue: name) != nil || LibraryCommand(rawValue: name) != nil || KeyMap.names.contains(name)
      || ["q", "h", ""].contains(name)
  }
}
