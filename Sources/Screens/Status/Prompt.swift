import Cells
import Queries
import Records

/// The input line on the status line; the list above stays visible.
package struct Prompt: Hashable, Sendable {
  package let kind: Kind
  package var line: LineEditor
  package var problems: [QueryProblem] = []
  package var remark: Message?
  /// Whether the next character replaces the text.
  package var isSelected = false
  package var hasRows = true

  package enum Kind: Hashable, Sendable {
    case find
    case command
    /// Digits whose meaning the next key decides.
    case digits
    case letter
    case stars
  }

  package init(_ kind: Kind, _ text: String = "") {
    self.kind = kind
    line = LineEditor(text)
    isSelected = kind == .find && !text.isEmpty
  }

  /// The first key that types or deletes replaces a selected text.
  package mutating func apply(_ action: LineEditor.Action) {
    switch action {
    case .deleteBack where isSelected, .deleteForward where isSelected: replace(with: "")
    case .insert where isSelected, .yank where isSelected && !line.killed.isEmpty:
      replace(with: "")
      line.apply(action)
    default: line.apply(action)
    }
    isSelected = false
  }

  package mutating func insert(_ text: String, isPaste: Bool) {
    guard isPaste else { return apply(.insert(text)) }
    if isSelected { replace(with: "") }
    line.insert(pasted: text)
  }

  package mutating func replace(with text: String) {
    let killed = line.killed
    (line, isSelected) = (LineEditor(text), false)
    line.keepReady(killed)
  }

  package var mode: Mode {
    switch kind {
    case .find: .find
    case .command: .command
    case .digits: .jump
    case .letter: .letter
    case .stars: .stars
    }
  }

  /// A number of stars is a digit, and then perhaps a point.
  package func takes(_ action: Action) -> Bool {
    guard kind == .stars, case .edit(.insert(let sign)) = action else { return true }
    return sign == "." ? !["", "5"].contains(line.text) : line.text.isEmpty
  }

  package var jump: Jump? {
    let text = line.text.filter { $0 != " " }
    let isPercent = text.hasSuffix("%")
    let digits = text.dropLast(isPercent ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    let number = Int(digits) ?? .max
    return isPercent ? .percent(min(number, 100)) : .row(max(number, 1))
  }

  /// Nothing changes after a percent sign, or past the largest number.
  package mutating func editNumber(_ action: LineEditor.Action) {
    var line = line
    line.apply(action)
    guard line.text.isEmpty || Int(line.text) != nil else { return }
    self.line = line
  }

  package mutating func appendPercent() {
    if Int(line.text) != nil { line.apply(.insert("%")) }
  }

  private var sign: String {
    switch kind {
    case .find: "/"
    case .command: ":"
    case .digits: ""
    case .letter: "'"
    case .stars: "★ "
    }
  }

  private var note: String {
    switch kind {
    case .find: PromptWording.findNote
    case .command: PromptWording.commandNote(hasRows: hasRows)
    case .digits: PromptWording.jumpNote
    case .letter: PromptWording.letterNote
    case .stars: PromptWording.starNote
    }
  }

  package var width: Int {
    let text = line.text.isEmpty ? note : String(line.text.prefix(widthLimit))
    return min(TextWidth.width(of: sign + text) + 2, widthLimit)
  }

  /// Paths are longer than search words.
  private var widthLimit: Int { kind == .command ? 50 : 30 }

  package var explanation: Message? { remark ?? problems.first.map { Wording.explanation(of: $0.kind) } }

  private func underline(on frame: inout Frame, at position: Position, width: Int) {
    guard width > 0, frame.contains(position) else { return }
    for problem in problems {
      let columns = line.columns(of: problem.range, width: width)
      frame.setRole(
        row: position.row,
        columns: position.column + columns.lowerBound..<position.column + columns.upperBound, role: .wrong)
    }
  }

  package func draw(on frame: inout Frame, at position: Position, width: Int) {
    var position = position
    let used = width < 3 ? 0 : frame.write(sign, at: position, width: width, role: .action)
    position.column += used
    line.draw(on: &frame, at: position, width: width - used, role: isSelected ? .selected : .content)
    underline(on: &frame, at: position, width: width - used)
    if line.text.isEmpty { frame.write(note, at: position, width: width - used, role: .dim) }
  }
}

enum PromptWording {
  static let findNote = "words, or F1 for more"
  static let jumpNote = "row, or 50%"

  static func commandNote(hasRows: Bool) -> String { hasRows ? "row, 50%, or a command" : "a command" }

  static func meaning(_ choices: [(field: Field, choices: [String])]) -> Message {
    Message(
      choices.map { "\($0.field.label): \($0.choices.joined(separator: ", "))" }.joined(separator: "; ") + "."
    )
  }

  static func offer(_ query: String) -> Message {
    Message("⏎ finds \(query) instead of these words; quotes find the words.")
  }

  static let letterNote = "letter"
  static let starNote = "1 to 5, 0 for none; a point adds a half"
}
