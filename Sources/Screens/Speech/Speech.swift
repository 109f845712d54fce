import Cells

/// What a screen says to a person who listens, or who sees one line at a time.
public struct Speech: Hashable, Sendable {
  /// The name of the screen.
  public var title = ""
  /// The selection, in sentences.
  public var line = ""
  /// The text to read.
  public var text: [String] = []
  /// The choices, selected by number.
  public var choices: [String] = []
  /// The request for a text, with its current value; nil if no text is being typed.
  public var prompt: String?
  /// The number of lines in the edited text.
  public var editedLineCount = 1
  /// The message on the status line.
  public var message = ""
  /// The work in progress.
  public var progress = ""
  /// Whether Esc ends that work.
  public var canEndWork = false
  /// Whether everything on the screen has been loaded.
  public var isReady = true

  package init() {}

  /// Reads the drawing of a screen without its own words: the selected row, or all rows if nothing is selected.
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

  /// Adds the prompt and the message of the status line, and the progress.
  mutating func add(_ typed: Prompt?, _ mode: Mode, _ message: Message?, _ work: WorkProgress?) {
    if prompt == nil { prompt = typed?.request ?? (mode == .filePath ? Wording.pathRequest : nil) }
    self.message = message?.text ?? typed?.explanation?.text ?? ""
    progress = work?.forms(saysEscape: false).first.map { $0.map(\.text).joined() } ?? ""
  }
}
