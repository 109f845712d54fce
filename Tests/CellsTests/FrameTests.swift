import TestSupport
import Testing

@testable import Cells

@Suite struct FrameTests {
  static func frame(_ columns: Int, _ rows: Int) -> Frame { Frame(size: Size(columns: columns, rows: rows)) }

  /// Whether the three promises of a frame hold.
  static func isSound(_ frame: Frame) -> Bool {
    (0..<frame.size.rows).allSatisfy { row in
      var column = 0
      while column < frame.size.columns {
        let cell = frame[column, row]
        guard 1...2 ~= cell.width, !cell.text.isEmpty else { return false }
        guard cell.text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }) else {
          return false
        }
        if cell.width == 2 {
          guard column + 1 < frame.size.columns, frame[column + 1, row] == .tail(cell.role) else {
            return false
          }
        }
        column += Int(cell.width)
      }
      return column == frame.size.columns
    }
  }

  @Test("A text that does not fit ends with an ellipsis, and the columns written are returned") func cut() {
    var frame = Self.frame(10, 1)
    #expect(frame.write("War and Peace", at: Position(column: 1, row: 0), width: 6, role: .title) == 6)
    #expect(frame.textPlane == " War a…   ")
    #expect(frame.rolePlane == ".TTTTTT...")
  }

  @Test("A text is cut at the row's end even where it is given more columns") func rowEnd() {
    var frame = Self.frame(5, 2)
    #expect(frame.write("漢字漢", at: Position(column: 1, row: 0), width: 99, role: .label) == 3)
    #expect(frame.write("abc", at: Position(column: 2, row: 1), role: .label) == 3)
    #expect(frame.textPlane == " 漢… \n  abc")
    #expect(frame.rolePlane == ".lll.\n..lll")
  }

  @Test("A text is aligned in its columns, and its end can be kept instead of its start") func alignment() {
    var frame = Self.frame(9, 4)
    frame.write("abc", at: Position(column: 1, row: 0), width: 8, role: .title, align: .right)
    frame.write("abc", at: Position(column: 0, row: 1), width: 8, role: .title, align: .center)
    frame.write("漢字漢字漢字", at: Position(column: 0, row: 2), width: 9, role: .title, keeping: .end)
    frame.write("漢字漢字漢字", at: Position(column: 0, row: 3), width: 8, role: .title, align: .right)
    #expect(frame.textPlane == "      abc\n  abc    \n…漢字漢字\n 漢字漢… ")
  }

  @Test("Writing over half a wide character blanks its other half") func halves() {
    var frame = Self.frame(6, 1)
    frame.write("漢字漢", at: Position(column: 0, row: 0), role: .title)
    frame.write("ab", at: Position(column: 1, row: 0), role: .label)
    #expect(frame.textPlane == " ab 漢")
    #expect(frame.rolePlane == "TllTTT")
    frame.fill(row: 0, columns: 5..<6, role: .bar)
    #expect(frame.textPlane == " ab   ")
    #expect(frame.rolePlane == "TllTTb")
  }

  @Test("A role is set for a wide character as a whole") func roles() {
    var frame = Self.frame(6, 1)
    frame.write("漢字漢", at: Position(column: 0, row: 0), role: .title)
    frame.setRole(row: 0, columns: 1..<3, role: .selected)
    #expect(frame.rolePlane == "TTSSTT")
    #expect(frame.textPlane == "漢字漢")
    #expect(Self.isSound(frame))
  }

  @Test("An overlay covers what is below, halves no character, and brings its own cursor") func overlay() {
    var frame = Self.frame(6, 3)
    for row in 0..<3 { frame.write("漢字漢", at: Position(column: 0, row: row), role: .title) }
    frame.cursor = Position(column: 0, row: 0)
    var box = Frame(size: Size(columns: 4, rows: 1), role: .border)
    box.write("b字b", at: Position(column: 0, row: 0), role: .error)
    box.cursor = Position(column: 1, row: 0)
    frame.overlay(box, at: Position(column: 1, row: 1))
    #expect(frame.textPlane == "漢字漢\n b字b \n漢字漢")
    #expect(frame.rolePlane == "TTTTTT\nTEEEET\nTTTTTT")
    #expect(frame.cursor == Position(column: 2, row: 1))
  }

  @Test("An overlay that reaches over an edge is cut there") func overlayEdges() {
    let box = {
      var box = Self.frame(4, 2)
      for row in 0..<2 { box.write("漢字", at: Position(column: 0, row: row), role: .error) }
      return box
    }()
    for column in -6...6 {
      for row in -3...3 {
        var frame = Self.frame(5, 2)
        frame.overlay(box, at: Position(column: column, row: row))
        #expect(Self.isSound(frame))
      }
    }
    var frame = Self.frame(5, 1)
    frame.overlay(box, at: Position(column: -1, row: -1))
    #expect(frame.textPlane == " 字  ")
    frame.overlay(box, at: Position(column: 2, row: 0))
    #expect(frame.textPlane == "  漢 ")
  }

  @Test("Places outside a frame are ignored") func outside() {
    for size in [
      Size(columns: 0, rows: 0), Size(columns: 0, rows: 3), Size(columns: 1, rows: 1),
      Size(columns: -4, rows: 2),
    ] {
      let blank = Frame(size: size)
      var frame = blank
      for column in [-9, -1, 1, 7, Int.max] {
        for row in [-1, 0, 5] {
          #expect(frame.write("漢字", at: Position(column: column, row: row), width: 5, role: .error) == 0)
          frame.write("漢", at: Position(column: column, row: row), role: .error)
          frame.fill(row: row, columns: 1..<Int.max, role: .error)
          frame.setRole(row: row, columns: -5..<0, role: .error)
        }
      }
      #expect(frame == blank)
      #expect(frame.write("x", at: Position(column: 0, row: 0), width: 0, role: .error) == 0)
      #expect(frame.write("x", at: Position(column: 0, row: 0), width: -1, role: .error) == 0)
      #expect(frame == blank)
    }
  }

  @Test(
    "Whatever name is written at whatever size, every row's widths add up and no cell holds a control character"
  )
  func sweep() {
    for rows in [1, 2, 30] {
      for columns in 1...100 {
        var frame = Self.frame(columns, rows)
        for (index, name) in HostileNames.all.enumerated() {
          let column = index % 7 % columns
          let place = Position(column: column, row: index % rows)
          let used = frame.write(
            name, at: place, width: columns, role: .title, align: index % 3 == 0 ? .right : .left,
            keeping: index % 2 == 0 ? .end : .start)
          #expect(used <= columns - column)
          if index % rows == rows - 1 {
            #expect(Self.isSound(frame), "\(columns)x\(rows) \(name.debugDescription)")
          }
        }
        #expect(Self.isSound(frame))
      }
    }
  }
}
