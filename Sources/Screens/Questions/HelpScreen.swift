import Cells
import Records

/// Every key that works on the screen below, from the key table, with a legend of the signs.
struct HelpScreen: PageScreen {
  var lines: LineList<Line>
  private let topic: Mode

  enum Line: Hashable, TextLine {
    /// The purpose of the screen.
    case purpose(String)
    case legend(String)
    case heading(String)
    /// Keys or a form of a search, with the columns that these have beside what they do.
    case entry(String, String, columns: Int)

    var texts: [String] { if case .entry(let keys, let does, _) = self { [keys, does] } else { [] } }
    var depth: Int { texts.isEmpty ? 0 : 1 }
    var isSelectable: Bool { false }
  }

  init(topic: Mode, signs: String, keys: KeyMap = .standard, isUnicode: Bool = true) {
    self.topic = topic
    let finder =
      [.heading(QuestionWording.finderHeading)]
      + FinderHelp.forms.map { Line.entry($0.form, $0.finds, columns: Self.formsWidth) }
    lines = LineList(
      (topic == .list ? [.purpose(QuestionWording.listPurpose)] : []) + [.legend(signs)]
        + Self.lines(of: keys.bindings(in: topic), isUnicode: isUnicode)
        + ([.list, .find].contains(topic) ? finder : []))
  }

  /// The keys by use, and at last the person's own commands.
  private static func lines(of bindings: [KeyBinding], isUnicode: Bool) -> [Line] {
    (KeyUse.allCases.map(\.rawValue) + [OwnCommand.group]).flatMap { group in
      let entries = bindings.filter { $0.group == group }.map { binding in
        let words = binding.actions.map(\.key.word).joined(separator: " ")
        return Line.entry(isUnicode ? binding.keyNames : words, binding.does, columns: keysWidth)
      }
      return entries.isEmpty ? [] : [.heading(group)] + entries
    }
  }

  var kind: Mode { .help }
  var columns: [String] { ["key", "what it does"] }
  var bar: Bar? { Bar(left: .init("‹ Back"), title: "Keys: " + topic.name + titleEnd) }

  /// Going back ends a find first.
  mutating func answer(_ action: Action) -> Outcome? {
    guard action == .back, lines.isFinding else { return nil }
    lines.endFind()
    return .nothing
  }

  func spoken(_ line: Line) -> String {
    switch line {
    case .legend: ""
    case .purpose(let text): text
    case .heading(let text): text + "."
    case .entry(let keys, let does, _): "\(keys): \(does)."
    }
  }

  /// The columns of most keys, and of the forms of a search, with a blank behind them.
  private static let (keysWidth, formsWidth) = (12, 21)
  /// The help scrolls, so that nothing needs to be cut.
  private static let lineLimit = 40

  /// Keys have their own column if there is room, and are otherwise above their explanation.
  func rows(of line: Line, width: Int) -> [[Span]] {
    switch line {
    case .purpose(let text):
      return Wrap.lines(of: text, width: width, limit: Self.lineLimit).map { [Span($0, .content)] }
    case .legend(let signs):
      return Self.legend(signs, width).map { [Span($0, .dim)] }
    case .heading(let text):
      let wrapped = Wrap.lines(of: text, width: width, limit: Self.lineLimit).map { [Span($0, .title)] }
      return (line == lines[0] ? [] : [[]]) + wrapped
    case .entry(let keys, let does, let columns):
      let isWide = width >= 2 * Self.formsWidth
      let isBeside = isWide && TextWidth.width(of: keys) < columns
      let indent = isWide ? columns : 2
      let explained = Wrap.lines(of: does, width: max(1, width - indent), limit: Self.lineLimit)
      let above = isBeside ? [] : Wrap.lines(of: keys, width: width, limit: Self.lineLimit)
      return above.map { [Span($0, .action)] }
        + explained.enumerated().map {
          [Span($0 == 0 && isBeside ? keys : "", .action, columns: indent), Span($1, .content)]
        }
    }
  }

  /// The width that the longest entry of a legend needs.
  private static let legendWidth = 32

  /// The lines of a legend, which break between its entries if each has room.
  private static func legend(_ signs: String, _ width: Int) -> [String] {
    guard width >= legendWidth else { return Wrap.lines(of: signs, width: width, limit: lineLimit) }
    let kept = signs.replacing(" ", with: "\u{A0}").replacing("\u{A0}\u{A0}\u{A0}", with: "   ")
    return Wrap.lines(of: kept, width: width, limit: lineLimit).map { $0.replacing("\u{A0}", with: " ") }
  }
}
