import Cells
import Records

struct CommandScreen: Screen {
  private let table: CommandTable
  private var typed: Prompt
  private var awaitsNames = false
  private var history: SearchHistory

  init(_ table: CommandTable, history: SearchHistory, hasRows: Bool) {
    (self.table, self.history) = (table, history)
    typed = Prompt(.command)
    typed.hasRows = hasRows
  }

  init(_ table: CommandTable, history: SearchHistory, hasRows: Bool, refused: RefusedStatement) {
    self.init(table, history: history, hasRows: hasRows)
    typed.line = LineEditor(Self.text(of: refused.text))
    if let offset = refused.offset {
      let text = typed.line.text
      let start = text.utf8.count - refused.text.utf8.count
      typed.line.move(to: text.utf8.index(text.startIndex, offsetBy: min(start + offset, text.utf8.count)))
    }
    typed.remark = refused.problem
  }

  private static func text(of statement: String) -> String { LibraryCommand.sql.rawValue + " " + statement }

  private var statement: String? {
    guard case .one(let entry, let argument) = table.read(typed.line.text), case .library(.sql) = entry.run
    else { return nil }
    return argument
  }

  var mode: Mode { .command }
  var isOverlay: Bool { true }
  var bar: Bar? { nil }
  var prompt: Prompt? { typed }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .save: return run()
    case .complete: return complete()
    case .editExternally:
      return statement.map { .effect(.editExternally($0)) } ?? .effect(.say(CommandWording.noStatement))
    case .edit(.deleteBack) where typed.line.text.isEmpty: return .pop
    case .edit(let edit): change { $0.apply(edit) }
    case .recall(let count):
      guard let text = history.recall(count, typed: typed.line.text) else { break }
      change { $0.replace(with: text) }
    default: break
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    change { $0.insert(text, isPaste: true) }
    return .nothing
  }

  mutating func take(edited text: String) -> Outcome? {
    let statement = String(text.reversed().drop(while: \.isWhitespace).reversed())
    change { $0.replace(with: Self.text(of: statement)) }
    return .nothing
  }

  mutating func receive(_ update: Update) {
    guard case .statementNames(let names) = update, awaitsNames else { return }
    awaitsNames = false
    complete(from: names)
  }

  // MARK: - The commands

  private var listed: [CommandTable.Entry] {
    let text = typed.line.text
    return text.contains(" ") || typed.jump != nil ? [] : table.listed(for: text)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let entries = listed
    let rows = layout.content.suffix(min(entries.count + 1, layout.content.count * 2 / 3))
    guard !entries.isEmpty, rows.count > 1, let top = rows.first else { return }
    let (columns, margin) = (frame.size.columns, layout.margin)
    for row in rows { frame.fill(row: row, role: .content) }
    let rule = String(repeating: "─", count: columns)
    frame.write(rule, at: Position(column: 0, row: top), width: columns, role: .border)
    let shown = entries.prefix(entries.count < rows.count ? entries.count : rows.count - 2)
    for (row, spans) in zip(rows.dropFirst(), Self.lines(of: shown)) {
      frame.write(spans, at: Position(column: margin, row: row), width: columns - 2 * margin)
    }
    guard shown.count < entries.count, let last = rows.last else { return }
    let more = CommandWording.more(entries.count - shown.count)
    frame.write(more, at: Position(column: margin, row: last), width: columns - 2 * margin, role: .dim)
  }

  private static func lines(of entries: some Collection<CommandTable.Entry>) -> [[Span]] {
    func width(_ texts: [String]) -> Int { texts.reduce(0) { max($0, TextWidth.width(of: $1)) } + 2 }
    let (names, keys) = (width(entries.map(\.name)), width(entries.map(\.keys)))
    return entries.map { entry in
      [
        Span(entry.name, .action, columns: names), Span(entry.keys, .label, columns: keys > 2 ? keys : 0),
        Span(entry.does, .dim),
      ]
    }
  }

  private mutating func change(_ edit: (inout Prompt) -> Void) {
    edit(&typed)
    typed.isSelected = false
    typed.remark =
      switch table.read(typed.line.text) {
      case .none: nil
      case .one(let entry, _): Message(entry.name + ": " + entry.does)
      case .several(let names): CommandWording.several(names)
      }
  }

  private mutating func refuse(_ problem: Message) -> Outcome {
    (typed.isSelected, typed.remark) = (true, problem)
    return .nothing
  }

  private mutating func run() -> Outcome {
    let text = typed.line.text
    if text.allSatisfy(\.isWhitespace) { return .pop }
    if let jump = typed.jump { return typed.hasRows ? end(.jump(jump)) : refuse(CommandWording.noRows) }
    switch table.read(text) {
    case .none: return refuse(CommandWording.noCommand(text, nearest: table.nearest(to: text)))
    case .several(let names): return refuse(CommandWording.several(names))
    case .one(let entry, let argument):
      switch entry.run {
      case .file(let command):
        return end(argument.isEmpty ? .chooseFile(command, typed: nil) : .file(command, path: argument))
      case .library(let command):
        if !command.takesText, !argument.isEmpty { return refuse(CommandWording.takesNothing(entry.name)) }
        guard let effect = command.effect(argument) else { return refuse(CommandWording.noStatement) }
        return end(.library(effect))
      case .action where !argument.isEmpty: return refuse(CommandWording.takesNothing(entry.name))
      case .action(let action): return end(.action(action))
      }
    }
  }

  private func end(_ run: TypedCommand.Run) -> Outcome {
    Outcome(change: .run(TypedCommand(text: typed.line.text, run: run)))
  }

  private mutating func complete(from names: [String]) {
    let before = typed.line.text[..<typed.line.cursorIndex]
    let word = String(
      before.suffix(before.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count))
    let found = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    guard let first = found.first else { return typed.remark = CommandWording.noName(word) }
    let common = found.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0.0.lowercased() == $0.1.lowercased() }.map(\.0))
    }
    if common.count > word.count { change { $0.apply(.insert(String(common.dropFirst(word.count)))) } }
    if found.count > 1 { typed.remark = CommandWording.names(found) }
  }

  private mutating func complete() -> Outcome {
    let text = typed.line.text
    if let rest = table.completion(of: text), !rest.isEmpty {
      change { $0.apply(.insert(rest)) }
    } else if case .one(let entry, let argument) = table.read(text), case .file(let command) = entry.run {
      return end(.chooseFile(command, typed: argument))
    } else if case .one(let entry, let argument) = table.read(text), case .library(.open) = entry.run {
      return end(.chooseFile(.open, typed: argument))
    } else if statement != nil {
      awaitsNames = true
      return .effect(.library(.readNames))
    } else if text.isEmpty {
      typed.remark = CommandWording.several(table.names)
    }
    return .nothing
  }
}

package struct TypedCommand: Sendable {
  package let text: String
  package let run: Run

  package enum Run: Sendable {
    case jump(Jump)
    case file(FileCommand, path: String)
    case chooseFile(FileCommand, typed: String?)
    case library(LibraryEffect)
    case action(Action)
  }
}

/// A statement that SQLite refused, with the reason.
public struct RefusedStatement: Hashable, Sendable {
  package var text: String
  /// The byte offset of the error, if known.
  package var offset: Int?
  package var problem: Message

  package init(text: String, offset: Int?, problem: Message) {
    (self.text, self.offset, self.problem) = (text, offset, problem)
  }
}
