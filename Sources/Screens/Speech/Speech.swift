import Cells

/// What a screen says to somebody who listens, or who sees one line at a time.
public struct Speech: Hashable, Sendable {
  /// What the screen is called.
  public var title = ""
  /// What is selected, in sentences.
  public var line = ""
  /// What there is to be read.
  public var text: [String] = []
  /// What can be chosen by its number.
  public var choices: [String] = []
  /// What a text is typed for, with what it is now; nil while no text is typed.
  public var prompt: String?
  /// The text that is edited, for one that has several lines.
  public var editedLineCount = 1
  /// What the status line says.
  public var message = ""
  /// What is being worked on.
  public var progress = ""
  /// Whether all that the screen shows is there.
  public var isReady = true

  init() {}

  /// What a screen without words of its own shows: the row of the selection, or all rows if nothing is selected.
  init(reading frame: Frame, title: String, _ mode: Mode) {
    func text(_ row: Int) -> String {
      let cells = (0..<frame.size.columns).map { frame[$0, row].text }
      return cells.joined().split(separator: " ").joined(separator: " ")
    }
    self.title = title
    if let focus = frame.focus { line = text(focus.row) }
    // The choices of a conflict are read as a whole.
    if frame.focus == nil || mode == .conflicts {
      self.text = Layout(size: frame.size).content.map(text).filter { !$0.isEmpty }
    }
  }

  /// Adds what is typed on the status line, and what the line says.
  mutating func add(_ typed: Prompt?, _ mode: Mode, _ message: Message?, _ work: WorkProgress?) {
    if prompt == nil { prompt = typed?.request ?? (mode == .filePath ? Wording.pathRequest : nil) }
    self.message = message?.text ?? typed?.explanation?.text ?? ""
    progress = work?.forms(saysEscape: false).first.map { $0.map(\.text).joined() } ?? ""
  }
}
