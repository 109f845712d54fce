import Cells

/// The key table for docs/keys.md and for the manual page, which is limited to ASCII: keys have words here.
package struct KeyDocument {
  package enum Form: String, CaseIterable {
    case markdown
    case mdoc
  }

  private struct Section {
    let title: String
    let bindings: [KeyBinding]
    var namesModes = false
    var mode: Mode?

    func words(_ binding: KeyBinding) -> String {
      guard namesModes else { return binding.does }
      return "\(binding.does) (\(binding.modes.members.map(\.name).joined(separator: ", ")))"
    }
  }

  /// An entry with this many modes is listed once, in a section of its own.
  private static let many = 5

  private let sections: [Section]

  package init() {
    let all = ModeSet(Mode.allCases)
    let others = KeyTable.bindings.filter { $0.modes != KeyTable.pressed && $0.modes != all }
    let shared = others.filter { $0.modes.members.count >= Self.many }
    let modes = Mode.allCases.map { mode in
      Section(
        title: mode.name,
        bindings: others.filter { $0.modes.members.contains(mode) && $0.modes.members.count < Self.many },
        mode: KeyTable.watched.contains(mode) ? mode : nil)
    }
    sections =
      modes.filter { !$0.bindings.isEmpty } + [
        Section(title: "On several screens", bindings: shared, namesModes: true),
        Section(
          title: "Everywhere but in a text",
          bindings: KeyTable.bindings.filter { $0.modes == KeyTable.pressed }),
        Section(title: "Everywhere", bindings: KeyTable.bindings.filter { $0.modes == all }),
      ]
  }

  package func text(_ form: Form) -> String {
    switch form {
    case .markdown: markdown
    case .mdoc: mdoc
    }
  }

  private var markdown: String {
    let head = """
      # Keys
      This page is made from the table of keys, `Sources/Screens/Keys/KeyTable.swift`; docs/testing.md says how.

      `^X` is Control with X. The screen shows signs for some keys: `⏎` is Enter, the arrows are Up, Down, Left and Right.
      The settings give other keys to an action by its name: `booklist config --print` shows how.
      A key that works on several screens is in one section with the names of these screens.
      In a text, any other character is typed. In a jump that a digit began, and where stars are set, any other key ends that and then does what it usually does.

      """
    return sections.reduce(into: head) { text, section in
      text += "\n## \(section.title)\n| keys | | in the settings |\n|---|---|---|\n"
      for binding in section.bindings {
        let keys = binding.actions.map { "`\($0.key.word)`" }.joined(separator: " ")
        let names = binding.actions.compactMap(\.action.name).reduce(into: [String]()) { names, name in
          if !names.contains(name) { names.append(name) }
        }
        let code = names.map { "`\($0)`" }.joined(separator: " ")
        text += "| \(keys) | \(section.words(binding)) | \(code) |\n"
      }
      if let mode = section.mode { text += "\nFree letters: `\(Self.free(in: mode))`\n" }
    }
  }

  private static func free(in mode: Mode) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters.filter { KeyTable.action(for: .character($0), in: mode) == nil }
  }

  private var mdoc: String {
    let head = """
      .Sh KEYS
      .Sy ^X
      is Control with X.

      """
    return sections.reduce(into: Self.escaped(head)) { text, section in
      text += ".Ss \(section.title)\n.Bl -tag -width 20n -compact\n"
      for binding in section.bindings {
        // The zero-width escape keeps a key such as ? from being punctuation, and a word from being a macro.
        let keys = binding.actions.map(\.key.word).joined(separator: "  ")
        text += ".It Sy \"\\&\(Self.escaped(keys))\"\n\(Self.escaped(section.words(binding)))\n"
      }
      text += ".El\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\e"
      case "\"": escaped += "\\(dq"
      case "^": escaped += "\\(ha"
      case "-": escaped += "\\-"
      default: escaped.append(character)
      }
    }
  }
}
