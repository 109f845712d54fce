import Cells
import Recording
import Testing

@Suite("Covered values") struct ValueCoverTests {
  private let cover = ValueCover(
    phrases: ["Edit", "‹ +", "⏎", "open", "move"], labels: ["Author", "Date read"])

  private func covered(_ write: (inout Frame) -> Void) -> String {
    var frame = Frame(size: Size(columns: 40, rows: 8))
    write(&frame)
    let covered = cover.covered(frame)
    #expect(covered.rolePlane == frame.rolePlane && covered.cursor == frame.cursor)
    return covered.textPlane
  }

  private func put(_ text: String, _ column: Int, _ row: Int, _ role: Role, _ frame: inout Frame) {
    frame.write(text, at: Position(column: column, row: row), role: role)
  }

  @Test("The program's own words stay in the bar and in the line of keys, and nowhere else") func phrases() {
    let text = covered {
      put("‹ +", 0, 0, .action, &$0)
      put("Edit", 36, 0, .action, &$0)
      put("Edit", 18, 0, .title, &$0)
      put("Edit", 0, 3, .action, &$0)
      put("⏎ ", 0, 7, .action, &$0)
      put("open", 2, 7, .dim, &$0)
      put("open", 20, 7, .message, &$0)
    }
    #expect(
      text.split(separator: "\n", omittingEmptySubsequences: false)[0]
        == "‹ +               xxxx              Edit")
    #expect(text.contains("\nxxxx   ") && text.hasSuffix("⏎ open              xxxx                "))
  }

  @Test("A title that contains words of the program does not stay") func mixed() {
    #expect(covered { put("‹ Edit Wars", 0, 0, .action, &$0) }.hasPrefix("x xxxx xxxx "))
    #expect(covered { put("Author move", 0, 2, .label, &$0) }.contains("xxxxxx xxxx"))
  }

  @Test("Names of fields stay, also of changed ones, and the signs of states and lines") func labels() {
    let text = covered {
      put("Date read", 2, 2, .label, &$0)
      put("Author", 2, 3, .dirty, &$0)
      put("◆", 0, 3, .dirty, &$0)
      put("Author", 20, 3, .content, &$0)
      put("│ ● ", 30, 3, .border, &$0)
      put("╭──╮", 30, 2, .focusedBorder, &$0)
      put("◆", 0, 4, .content, &$0)
    }
    #expect(text.contains("  Date read                   ╭──╮"))
    #expect(text.contains("\n◆ Author            xxxxxx    │ ●"))
    #expect(text.contains("\nx   "))
  }

  @Test("Counts in the status line stay, and numbers that count nothing do not") func meter() {
    let text = covered { put("1984 books · 12 hydrated · 1,200 dirty · 4.1 MB", 0, 6, .dim, &$0) }
    #expect(text.contains("xxxx xxxxx · 12 hydrated · 1,200 dirty"))
    let library = covered { put("3 of 1,984 · ◆ 12 · 2 to settle", 0, 6, .dim, &$0) }
    #expect(library.contains("x xx xxxxx · ◆ 12 · x xx xxxxxx"))
  }

  @Test("Wide characters are covered in both columns; pictures and addresses are left out") func wide() {
    let frame = {
      var frame = Frame(size: Size(columns: 10, rows: 6))
      put("紅樓 a", 0, 2, .content, &frame)
      frame.link("https://example.org", row: 2, columns: 0..<4)
      return frame
    }()
    let covered = cover.covered(frame)
    #expect(covered.textPlane.contains("\nxxxx x    "))
    #expect(covered.addresses.isEmpty && covered.cells.allSatisfy { $0.link == 0 })
  }
}
