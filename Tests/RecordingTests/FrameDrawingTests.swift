import Cells
import Formats
import Foundation
import Recording
import Testing

@Suite("Frames as drawings") struct FrameDrawingTests {
  @Test("Runs stand at their columns, wide characters by themselves, lines as paths, and markup is escaped")
  func drawing() {
    var frame = Frame(size: Size(columns: 12, rows: 2))
    frame.write("<b> 紅&", at: Position(column: 1, row: 0), role: .title)
    frame.write("│a", at: Position(column: 0, row: 1), role: .border)
    #expect(
      FrameDrawing(frame, title: "A \"title\"").svg == """
        <svg class="screen" viewBox="0 0 120.8 56" role="img" aria-label="A &quot;title&quot;">
        <rect class="ground" width="120.8" height="56" rx="8"/>
        <text x="18.4" y="23" textLength="25.2" lengthAdjust="spacingAndGlyphs" class="t-title">&lt;b&gt;</text>
        <text x="52" y="23" textLength="16.8" lengthAdjust="spacingAndGlyphs" class="t-title">紅</text>
        <text x="68.8" y="23" textLength="8.4" lengthAdjust="spacingAndGlyphs" class="t-title">&amp;</text>
        <path class="line" d="M14.2 37V28M14.2 37V46"/>
        <text x="18.4" y="41" textLength="8.4" lengthAdjust="spacingAndGlyphs" class="t-border">a</text>
        </svg>
        """)
  }

  @Test("What is selected has a ground along the whole of it") func ground() {
    var frame = Frame(size: Size(columns: 4, rows: 1))
    frame.fill(row: 0, role: .selected)
    #expect(
      FrameDrawing(frame, title: "").svg.contains(
        "<rect x=\"10\" y=\"10\" width=\"33.6\" height=\"18\" class=\"g-selected\"/>"))
  }

  @Test("A style sheet has a rule for each role") func rules() {
    let rules = FrameDrawing.rules([
      .selected: TextStyle(foreground: .palette(16), background: .palette(81), isBold: true)
    ])
    #expect(
      rules.contains(
        ".screen .t-selected{fill:#000000;font-weight:bold;text-decoration:none;opacity:1}"
          + ".screen .g-selected{fill:#5fd7ff}"))
    #expect(rules.split(separator: "\n").count == Role.allCases.count)
  }

  @Test("Control characters never reach the markup") func controls() {
    #expect(MarkupText.escaped("a\u{0}\u{1B}\u{9B}<'>") == "a\u{FFFD}\u{FFFD}\u{FFFD}&lt;&#39;&gt;")
  }
}
