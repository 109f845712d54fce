import Cells
import Records

/// The keys of the screen below by their use, with a legend of the signs.
struct HelpScreen: PageScreen {
  var lines: LineList<Line>
  private let topic: Mode

  enum Line: Hashable, TextLine {
    case purpose(String)
    case legend(String)
    case heading(String)
    /// `columns` is the width that keys or forms of a search have beside what they do.
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

  /// Wide enough for most keys, and for the forms of a search.
  private static let (keysWidth, formsWidth) = (12, 21)
  /// The help scrolls, so that nothing is cut.
  private static let lineLimit = 40

  /// Without room for a column of keys, they are above their explanation.
  func rows(of line: Line, width: Int) -> [[Span]] {
    switch line {
    case .purpose(let text):
      return Wrap.lines(of: text, width: width, limit: Self.lineLimit).map { [Span($0, .content)] }
    case .legend(let signs): return Self.legend(signs, width).map { [Span($0, .dim)] }
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

  private static let legendWidth = 32

  /// If each entry of a legend has room, lines break between entries.
  private static func legend(_ signs: String, _ width: Int) -> [String] {
    guard width >= legendWidth else { return Wrap.lines(of: signs, width: width, limit: lineLimit) }
    let kept = signs.replacing(" ", with: "\u{A0}").replacing("\u{A0}\u{A0}\u{A0}", with: "   ")
    return Wrap.lines(of: kept, width: width, limit: lineLimit).map { $0.replacing("\u{A0}", with: " ") }
  }
}

/// The finder's syntax, for the help screen and docs/finder.md.
package enum FinderHelp {
  package static let forms: [(form: String, finds: String)] = [
    ("tolstoy war", "rows with all the words, in any field; case and accents do not matter"),
    ("1815  2020-02", "numbers and dates, as they are shown"),
    ("\"war and peace\"", "the exact phrase"),
    ("-anna  not:anna", "rows without a word that begins so, or without it anywhere"),
    ("tolstoy | dostoevsky", "either; a space binds tighter than |"),
    ("(a | b) c", "parentheses group"),
    ("author:tolstoy", "in one field, by its label or column, or the start of one"),
    ("author:(leo | amit)", "several words in one field"),
    ("author=\"Leo Tolstoy\"", "the whole value, or a part of a list; case and accents count"),
    ("copyright>1900", "also >= < <=: numbers, dates, or parts of dates like 1950-06"),
    ("pages:200..400", "from one to the other; 4.. and ..5 leave one end open"),
    ("title~^the", "a pattern, in quotes if it has spaces, | or brackets"),
    ("no:author  has:photo", "rows where the field is –, or is not"),
    ("shelf:favourites", "in rows that point here; also reading.finished:2023"),
    ("is:dirty", "changed and not written; also is:hydrated, is:conflict, is:marked"),
    ("\\-x  a\\ b", "a backslash makes the next character an ordinary one"),
    ("\"no\":word", "a field whose name is a keyword or has spaces"),
  ]
}
