import Cells
import Records

/// The spoken form of a screen, which can also be read line by line.
public struct Speech: Hashable, Sendable {
  package var title = ""
  package var line = ""
  package var text: [String] = []
  package var choices: [String] = []
  package var selectedChoice = 0
  /// The request for a text, with its value; nil if no text is typed.
  public var prompt: String?
  package var editedLineCount = 1
  package var message = ""
  package var progress = ""
  package var canEndWork = false
  package var isReady = true

  package init() {}

  /// Reads a drawing: the selected row, or all rows if none is selected.
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

  /// Stars become their number, and bars are left out.
  var withoutSigns: Speech {
    var speech = self
    (speech.title, speech.line, speech.message) = (
      title.withoutSigns, line.withoutSigns, message.withoutSigns
    )
    (speech.text, speech.choices) = (text.map(\.withoutSigns), choices.map(\.withoutSigns))
    return speech
  }

  mutating func add(_ typed: Prompt?, _ mode: Mode, _ message: Message?, _ work: WorkProgress?) {
    if prompt == nil { prompt = typed?.request ?? (mode == .filePath ? Wording.pathRequest : nil) }
    self.message = message?.text ?? typed?.explanation?.text ?? ""
    progress = work?.forms(saysEscape: false).first.map { $0.map(\.text).joined() } ?? ""
  }
}

extension String {
  fileprivate var withoutSigns: String {
    guard contains(where: { $0.isStarSign || $0.isBarSign }) || contains("·····") else { return self }
    var (said, rest) = ("", self[...])
    while let first = rest.first {
      let stars = rest.prefix { $0.isStarSign }
      let bar = rest.prefix { $0.isBarSign || $0 == "·" }.count
      if !stars.isEmpty {
        said += Self.number(ofStars: stars) ?? String(stars)
        rest = rest.dropFirst(stars.count)
      } else if first.isBarSign || bar > 4 {
        rest = rest.dropFirst(bar).drop { $0 == " " }
      } else {
        said.append(rest.removeFirst())
      }
    }
    return said
  }

  /// `4.5 of 5 stars`; nil for signs that are not a rating.
  private static func number(ofStars stars: Substring) -> String? {
    let full = stars.prefix { $0 == "★" }.count
    let half = stars.dropFirst(full).first == "½" ? 1 : 0
    let others = stars.dropFirst(full + half)
    guard stars.count == Field.mostStars, others.allSatisfy({ $0 == "☆" }) else { return nil }
    return "\(full)\(half > 0 ? ".5" : "") of \(Field.mostStars) stars"
  }
}

extension Character {
  var isStarSign: Bool { self == "★" || self == "☆" || self == "½" }
  var isBarSign: Bool { ("\u{2580}"..."\u{2593}").contains(self) }
}
