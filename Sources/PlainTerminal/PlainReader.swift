import Cells
import Screens

/// Interprets typed lines: numbers, names of actions and keys, searches, and texts that are asked for.
struct PlainReader {
  enum Reading {
    case events([Event])
    case say([String])
  }

  /// The lines so far of a multi-line text, in which each line but the last ends in a backslash.
  private var begun: [String] = []

  static func endsWork(_ line: String) -> Bool {
    line.hasPrefix("\u{1B}") || ["dismiss", ":dismiss", "cancel", ":cancel"].contains(line)
  }

  mutating func read(_ line: String, _ mode: Mode, _ keys: KeyMap, _ speech: Speech) -> Reading {
    if line.hasPrefix("\u{1B}") { return .events([.key(.escape)]) }
    let takesText = speech.prompt != nil
    if takesText, !line.hasPrefix(":") || line.hasPrefix("::") { return type(line, mode, speech) }
    // In the list, a colon begins a command of its own.
    let hasMark = line.hasPrefix(":") && mode != .list
    let command = hasMark ? String(line.dropFirst()) : line
    switch command {
    case "help", "?": return .say(Self.help(mode, keys, takesText: takesText))
    case "again", "":
      return takesText || speech.choices.isEmpty == false
        ? .say(Self.all(speech)) : empty(command, mode, keys, speech)
    default: return perform(command, mode, keys, speech)
    }
  }

  /// An empty line moves on to the next item.
  private func empty(_ command: String, _ mode: Mode, _ keys: KeyMap, _ speech: Speech) -> Reading {
    if command == "again" { return .say(Self.all(speech)) }
    // There may be another field in the same row.
    if mode.isForm { return .events([.key(.tab)]) }
    return key(of: "down", mode, keys).map { .events([.key($0)]) } ?? .say(Self.all(speech))
  }

  private static func all(_ speech: Speech) -> [String] {
    ([speech.title] + speech.text + speech.choices.enumerated().map { "\($0 + 1) \($1)" } + [speech.line])
      .filter { !$0.isEmpty }
  }

  // MARK: Texts

  private mutating func type(_ line: String, _ mode: Mode, _ speech: Speech) -> Reading {
    let text = line.hasPrefix("::") ? String(line.dropFirst()) : line
    if mode == .longText || mode == .text, text.hasSuffix("\\"), !text.hasSuffix("\\\\") {
      begun.append(String(text.dropLast()))
      return .events([])
    }
    let whole = (begun + [text]).joined(separator: "\n")
    begun = []
    // An empty line keeps the text unchanged.
    if whole.isEmpty { return .events([.key(mode == .letter ? .escape : .enter)]) }
    if mode == .letter { return .events([.key(.character(whole.first ?? " "))]) }
    if mode == .stars { return .events(Self.stars(whole)) }
    return .events(clear(speech) + newLines(in: whole) + [.paste(whole), .key(.enter)])
  }

  /// The keys of typed stars: the digit, and a point for a half, or Enter in its place.
  private static func stars(_ text: String) -> [Event] {
    let half = String(text.dropFirst())
    guard let digit = text.first, ("0"..."5").contains(digit),
      half.isEmpty || digit != "5" && [".", ".5", ",5", "½"].contains(half)
    else { return [.key(.escape)] }
    return [.key(.character(digit)), .key(half.isEmpty ? .enter : .character("."))]
  }

  private func clear(_ speech: Speech) -> [Event] {
    guard speech.editedLineCount > 1 else { return [.key(.end), .key(.control("u"))] }
    return [.key(.alt("<"))] + Array(repeating: .key(.control("k")), count: 2 * speech.editedLineCount)
  }

  /// Before several lines are pasted into a one-line text, it must become a multi-line text.
  private func newLines(in text: String) -> [Event] {
    text.contains { $0.isNewline } ? [.key(.control("j")), .key(.backspace)] : []
  }

  // MARK: Commands

  private func perform(_ command: String, _ mode: Mode, _ keys: KeyMap, _ speech: Speech) -> Reading {
    if let number = Int(command), number > 0 { return .events(choose(number, mode, speech)) }
    if let first = command.first, first == "/" || first == ":", command.count > 1,
      keys.action(for: .character(first), in: mode).map({ [.find, .jump].contains($0) }) == true
    {
      if first == "/" {
        return .events([
          .key(.character("/")), .key(.control("u")), .paste(String(command.dropFirst())), .key(.enter),
        ])
      }
      return .events([.key(.character(":")), .paste(String(command.dropFirst())), .key(.enter)])
    }
    if mode == .files, command.hasPrefix("/") || command.hasPrefix("~/") {
      let rest = command.hasPrefix("/") ? command.dropFirst() : command.dropFirst(2)
      return .events([.key(.character(command.first ?? "/")), .paste(String(rest)), .key(.enter)])
    }
    if mode == .alert, let answer = speech.choices.first(where: { $0.lowercased() == command.lowercased() }) {
      return .events(give(speech.choices.firstIndex(of: answer) ?? 0, speech))
    }
    if let key = key(of: command, mode, keys) { return .events([.key(key)]) }
    if let key = Key(name: command).map({ keys.meaning(of: $0, in: mode) }),
      keys.action(for: key, in: mode) != nil
    {
      return .events([.key(key)])
    }
    return .say([
      "There is no “\(command)” here. \(speech.prompt == nil ? "help" : ":help") lists what you can do."
    ])
  }

  /// The key of the action with this name, or of the only action whose name starts with it.
  private func key(of name: String, _ mode: Mode, _ keys: KeyMap) -> Key? {
    let entries = keys.bindings(in: mode).flatMap(\.actions)
    if let entry = entries.first(where: { $0.action.name == name }) { return entry.key }
    let begun = entries.filter { name.count > 1 && $0.action.name?.hasPrefix(name) == true }
    return Set(begun.map(\.action)).count == 1 ? begun.first?.key : nil
  }

  /// Goes to the row with a number, or chooses what the number stands for.
  private func choose(_ number: Int, _ mode: Mode, _ speech: Speech) -> [Event] {
    switch mode {
    case .list: return String(number).map { .key(.character($0)) } + [.key(.character("G"))]
    case .alert: return speech.choices.indices.contains(number - 1) ? give(number - 1, speech) : []
    default:
      let moves = Array(repeating: Event.key(mode.isForm ? .tab : .down), count: min(number - 1, 10_000))
      let chooses = mode.isForm || mode == .menu || !speech.choices.isEmpty
      return [.key(.home)] + moves + (chooses ? [.key(.enter)] : [])
    }
  }

  private func give(_ answer: Int, _ speech: Speech) -> [Event] {
    let count = speech.choices.count
    let moves = (answer - speech.selectedChoice + count) % count
    return Array(repeating: .key(.right), count: moves) + [.key(.enter)]
  }

  private static func help(_ mode: Mode, _ keys: KeyMap, takesText: Bool) -> [String] {
    let mark = takesText ? ":" : ""
    let entries = keys.bindings(in: mode).compactMap { binding -> String? in
      let names = binding.actions.compactMap(\.action.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      return names.isEmpty ? nil : names.map { mark + $0 }.joined(separator: ", ") + ": \(binding.does)"
    }
    let general =
      takesText
      ? [
        "Type the new text; an empty line keeps the old one, and \\ at the end continues on the next line."
      ]
      : [
        "A number goes to that row or chooses that answer; an empty line goes to the row below; again repeats this."
      ]
    return general + entries
  }
}

extension Mode {
  fileprivate var isForm: Bool { self == .detailEditing || self == .draft }
}
