import Cells
import Formats

/// Draws a frame as SVG for a page whose style sheet defines the look of the roles.
///
/// Each run of cells has an explicit position and length, so that columns line up in any font.
package struct FrameDrawing: Sendable {
  private let frame: Frame
  private let title: String

  private static let cell = (width: 8.4, height: 18)
  private static let margin = 10

  /// Describes a drawing; `title` is its accessible description.
  package init(_ frame: Frame, title: String) { (self.frame, self.title) = (frame, title) }

  package var svg: String {
    let width = Self.number(Double(frame.size.columns) * Self.cell.width + 2 * Double(Self.margin))
    let height = frame.size.rows * Self.cell.height + 2 * Self.margin
    let name = MarkupText.escaped(title)
    var lines = [
      "<svg class=\"screen\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(name)\">",
      "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\" rx=\"8\"/>",
    ]
    for row in 0..<frame.size.rows {
      for run in runs(of: row) { lines += Self.drawn(run, row: row) }
    }
    return (lines + ["</svg>"]).joined(separator: "\n")
  }

  package static func rules(_ styles: [Role: TextStyle]) -> String {
    Role.allCases.map { role in
      let style = styles[role] ?? TextStyle()
      var text = "fill:\(style.foreground.map(color) ?? "var(--ink)")"
      var ground = "fill:\(style.background.map(color) ?? "none")"
      if style.isReversed { (text, ground) = ("fill:var(--screen)", "fill:var(--ink)") }
      if style.isBold { text += ";font-weight:bold" } else { text += ";font-weight:normal" }
      text += ";text-decoration:" + (style.isUnderlined ? "underline" : "none")
      text += ";opacity:" + (style.isDim ? "0.65" : "1")
      return ".screen .t\(name(of: role)){\(text)}.screen .g\(name(of: role)){\(ground)}"
    }.joined(separator: "\n")
  }

  private struct Run {
    var column, width: Int
    var text: String
    let role: Role
    let ink: Ink?
    /// Whether this is a single cell that no other may join.
    let isAlone: Bool
  }

  private func runs(of row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<frame.size.columns {
      let cell = frame[column, row]
      guard cell.width > 0 else { continue }
      let isAlone =
        cell.width == 2 || cell.text.unicodeScalars.count > 1 || Self.arms(of: cell.text) != nil
      if let last = runs.last, !isAlone, !last.isAlone, last.role == cell.role, last.ink == cell.ink {
        runs[runs.count - 1].text += cell.text
        runs[runs.count - 1].width += 1
      } else {
        runs.append(
          Run(
            column: column, width: Int(cell.width), text: cell.text, role: cell.role, ink: cell.ink,
            isAlone: isAlone))
      }
    }
    return runs
  }

  private static func drawn(_ run: Run, row: Int) -> [String] {
    let top = margin + row * cell.height
    let start = Double(margin) + Double(run.column) * cell.width
    let place = "x=\"\(number(start))\" y=\"\(top)\""
    let isGround = run.ink?.background != nil || grounded.contains(run.role)
    let ground = run.ink?.background.map { " fill=\"\(color($0))\"" } ?? " class=\"g\(name(of: run.role))\""
    let box =
      "<rect \(place) width=\"\(number(Double(run.width) * cell.width))\" height=\"\(cell.height)\"\(ground)/>"
    var lines = isGround ? [box] : []
    if let arms = arms(of: run.text) {
      lines.append(line(arms, left: start, top: top))
    } else if let text = text(run, start, top: top) {
      lines.append(text)
    }
    return lines
  }

  /// The roles that themes may give a background.
  private static let grounded = Set(
    [.selected, .selectedMatch, .resting, .error, .wrong, .button, .buttonLetter, .danger, .dangerLetter]
      + Role.spines)

  /// The text of a run without blanks at the ends; nil if nothing is left.
  private static func text(_ run: Run, _ start: Double, top: Int) -> String? {
    let isBlank: (Character) -> Bool = { $0 == " " }
    let before = run.text.prefix(while: isBlank).count
    let after = run.text.reversed().prefix(while: isBlank).count
    guard before < run.text.count else { return nil }
    let text = run.text.dropFirst(before).dropLast(after)
    let left = number(start + Double(before) * cell.width)
    let length = number(Double(run.width - before - after) * cell.width)
    let fill = run.ink?.foreground.map { " fill=\"\(color($0))\"" } ?? " class=\"t\(name(of: run.role))\""
    return
      "<text x=\"\(left)\" y=\"\(top + 13)\" textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\"\(fill)>"
      + MarkupText.escaped(String(text)) + "</text>"
  }

  /// The directions of a box-drawing character's lines from the middle of the cell.
  private static func arms(of text: String) -> String? {
    [
      "─": "lr", "│": "ud", "┌": "dr", "┐": "dl", "└": "ur", "┘": "ul", "╭": "dr", "╮": "dl", "╰": "ur",
      "╯": "ul", "├": "udr", "┤": "udl", "┬": "dlr", "┴": "ulr", "┼": "udlr",
    ][text]
  }

  private static func line(_ arms: String, left: Double, top: Int) -> String {
    let middle = "M\(number(left + cell.width / 2)) \(top + cell.height / 2)"
    let path = arms.map { arm in
      switch arm {
      case "u": "\(middle)V\(top)"
      case "d": "\(middle)V\(top + cell.height)"
      case "l": "\(middle)H\(number(left))"
      default: "\(middle)H\(number(left + cell.width))"
      }
    }
    return "<path class=\"line\" d=\"\(path.joined())\"/>"
  }

  private static func name(of role: Role) -> String { "-\(role)" }

  private static func number(_ number: Double) -> String { MarkupText.number(number) }

  static func color(_ color: Ink.Color) -> String {
    func hexadecimal(_ parts: [Int]) -> String {
      "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    switch color {
    case .rgb(let red, let green, let blue): return hexadecimal([red, green, blue].map { Int($0) })
    case .palette(let number) where number < 16: return basic[Int(number)]
    case .palette(let number) where number >= 232:
      return hexadecimal([Int](repeating: 8 + 10 * (Int(number) - 232), count: 3))
    case .palette(let number):
      let (place, steps) = (Int(number) - 16, [0, 95, 135, 175, 215, 255])
      return hexadecimal([place / 36, place / 6 % 6, place % 6].map { steps[$0] })
    }
  }

  /// The first sixteen colours of xterm, with xterm's defaults.
  private static let basic = [
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
  ]
}
