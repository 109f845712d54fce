/// The commands that can be typed after a colon on a screen: those that need a file, and whatever its keys do.
///
/// A command may be abbreviated as long as it is unambiguous. `q` and `h` are always `quit` and `help`.
package struct CommandTable: Sendable {
  private let entries: [Entry]

  /// A command.
  package struct Entry: Sendable {
    let name: String
    /// What it does, as a sentence without a subject.
    let does: String
    let run: Run

    /// Whether something may follow its name.
    var takesText: Bool {
      switch run {
      case .file: true
      case .library(let command): command.takesText
      case .action: false
      }
    }

    /// What a command runs.
    enum Run: Hashable, Sendable {
      /// A command with a file.
      case file(FileCommand)
      /// A command about the library.
      case library(LibraryCommand)
      /// What a key does.
      case action(Action)
    }
  }

  /// The commands that a text may mean.
  package enum Reading {
    case none
    case one(Entry, argument: String)
    case several([String])
  }

  /// The commands of a screen, given the entries of its keys.
  ///
  /// - Parameter own: The person's own commands, which need no key.
  init(
    _ bindings: [KeyBinding], own: [OwnCommand] = [], hasList: Bool, hasLines: Bool = false,
    takes: (Action) -> Bool
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
    for binding in bindings {
      for action in binding.actions.map(\.action) where takes(action) && Self.isUseful(action) {
        guard let name = action.name, !entries.contains(where: { $0.name == name }) else { continue }
        entries.append(Entry(name: name, does: binding.does + ".", run: .action(action)))
      }
    }
    self.entries = entries
  }

  /// The names of all commands, in their order.
  var names: [String] { entries.map(\.name).sorted() }

  /// Whether an action is worth typing: moving is not.
  private static func isUseful(_ action: Action) -> Bool {
    switch action {
    case .move, .moveHalfPages, .jump, .open: false
    default: true
    }
  }

  /// Reads a text: the command that it names or abbreviates, and its argument.
  func read(_ text: String) -> Reading {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let name = parts.first.map(String.init) else { return .none }
    let argument = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
    var found = candidates(name)
    // Few commands take anything after their names.
    if !argument.isEmpty, found.contains(where: \.takesText) { found.removeAll { !$0.takesText } }
    if found.count > 1 { return .several(found.map(\.name)) }
    return found.first.map { .one($0, argument: argument) } ?? .none
  }

  /// The rest of a command's name, as far as it is unambiguous; nil after the name.
  func completion(of text: String) -> String? {
    guard !text.contains(" ") else { return nil }
    let names = candidates(text).map(\.name)
    guard let first = names.first else { return nil }
    let common = names.reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    return String(common.dropFirst(text.count)) + (names.count == 1 ? " " : "")
  }

  /// The commands that begin with a name, or the one that has it.
  private func candidates(_ name: String) -> [Entry] {
    let name = ["q": "quit", "h": "help"][name] ?? name
    if let whole = entries.first(where: { $0.name == name }) { return [whole] }
    return entries.filter { $0.name.hasPrefix(name) }.sorted { $0.name < $1.name }
  }
}
