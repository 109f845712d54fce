import Testing

@testable import Cells

/// Pictures of pixels, and where they are seen.
@Suite("Pictures of pixels") struct PixelPictureTests {
  private static let size = Size(columns: 3, rows: 2)
  private static let sixel = "\u{1B}P7;1;0q\"1;1;8;6#0;2;0;0;0!8~-\u{1B}\\"

  private static func text(_ printed: String, _ format: PixelProtocol) -> String? {
    PixelScreen(format, cellWidth: 8, cellHeight: 16)
      .flatMap { PixelPicture(printed: Array(printed.utf8), on: $0, size: size) }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("Of kitty's parameters only the pixels are kept, in parts of 4,096 bytes") func kitty() {
    let printed =
      "\u{1B}_Ga=T,f=32,s=8,v=6,c=9,r=9,t=f,m=1\u{1B}\\\u{1B}_Gm=1;AAAA\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n"
    #expect(Self.text(printed, .kitty) == "\u{1B}_Ga=T,f=32,s=8,v=6,c=3,r=2,C=1,q=2,m=0;AAAA\u{1B}\\")
    let long = String(repeating: "A", count: 5_000)
    #expect(
      Self.text("\u{1B}_Gf=32,s=8,v=6;\(long)\u{1B}\\", .kitty)
        == "\u{1B}_Ga=T,f=32,s=8,v=6,c=3,r=2,C=1,q=2,m=1;\(long.prefix(4_096))\u{1B}\\"
        + "\u{1B}_Gq=2,m=0;\(long.dropFirst(4_096))\u{1B}\\")
  }

  @Test("Parts that end with padding, as those of chafa do, are not joined") func padding() {
    let printed =
      "\u{1B}_Gf=32,s=8,v=6,m=1\u{1B}\\\u{1B}_Gm=1;AAA=\u{1B}\\\u{1B}_Gm=1;AA==\u{1B}\\\u{1B}_Gm=0\u{1B}\\"
    #expect(
      Self.text(printed, .kitty)
        == "\u{1B}_Ga=T,f=32,s=8,v=6,c=3,r=2,C=1,q=2,m=1;AAA=\u{1B}\\\u{1B}_Gq=2,m=0;AA==\u{1B}\\")
  }

  @Test("iTerm2's images fill the cells, and the pixels of Sixel are square") func others() {
    #expect(
      Self.text("\u{1B}]1337;File=name=x;inline=1;width=9:QUJD\u{7}", .iterm)
        == "\u{1B}]1337;File=inline=1;width=3;height=2;preserveAspectRatio=0:QUJD\u{7}")
    #expect(Self.text("\n" + Self.sixel.replacing("P7", with: "P0") + "\r\n", .sixel) == Self.sixel)
  }

  @Test(
    "What is not of a format's form is no picture",
    arguments: [
      ("", .kitty), ("AAAA", .kitty), ("\u{1B}_Gf=32,s=8,v=6;AA\u{7}AA\u{1B}\\", .kitty),
      ("\u{1B}_Gf=100,s=8,v=6;AAAA\u{1B}\\", .kitty), ("\u{1B}_Gf=32,s=8,v=6;AAAA", .kitty),
      ("\u{1B}_Gf=32,s=-8,v=6;AAAA\u{1B}\\", .kitty), ("\u{1B}_Gf=32,s=8,v=6\u{1B}\\", .kitty),
      ("\u{1B}_Gf=32,s=8,v=6;AAAA\u{1B}\\\u{1B}[2J", .kitty), ("x\(sixel)", .sixel), (sixel + "x", .sixel),
      ("\u{1B}P0;1;0q\"1;1;25;6#0~\u{1B}\\", .sixel), ("\u{1B}P0;1;0q\"1;1;24;33#0~\u{1B}\\", .sixel),
      ("\u{1B}P0;1;0q#0~~~~~~~~~\u{1B}\\", .sixel), ("\u{1B}P0;1;0q\"1;1;8;6#0~\u{1B}[2J\u{1B}\\", .sixel),
      ("\u{1B}P0;1;0q~~~~~~~\u{9C}~\u{1B}\\", .sixel), ("\u{1B}P$q~~~~~~\u{7}~~\u{1B}\\", .sixel),
      ("\u{1B}]1337;File=inline=1:QUJD", .iterm), ("\u{1B}]1337;File=inline=1:QU\u{1B}D\u{7}", .iterm),
      ("\u{1B}]1337;Copy=:QUJD\u{7}", .iterm), ("\u{1B}]1337;File=inline=1:\u{7}", .iterm),
    ] as [(String, PixelProtocol)])
  func hostile(_ printed: String, _ format: PixelProtocol) { #expect(Self.text(printed, format) == nil) }

  @Test("Without the pixels of a cell there is no Sixel, and the others take 10 by 20") func screens() {
    #expect(PixelScreen(.sixel, cellWidth: 0, cellHeight: 0) == nil)
    #expect(PixelScreen(.sixel, cellWidth: 8, cellHeight: 1_000) == nil)
    #expect(
      PixelScreen(.kitty, cellWidth: 0, cellHeight: 17) == PixelScreen(.kitty, cellWidth: 10, cellHeight: 20))
    #expect(PixelScreen(.iterm, cellWidth: 99, cellHeight: 99)?.cellHeight == 64)
  }

  // MARK: - In a frame

  private static func frame(at position: Position = Position(column: 2, row: 1)) throws -> Frame {
    var picture = try #require(Picture(printed: Array("abc\ndef\n".utf8), size: size))
    let screen = try #require(PixelScreen(.sixel, cellWidth: 8, cellHeight: 16))
    picture.pixels = PixelPicture(printed: Array(sixel.utf8), on: screen, size: size)
    var frame = Frame(size: Size(columns: 10, rows: 5))
    for row in 0..<2 {
      frame.draw(picture, row: row, at: Position(column: position.column, row: position.row + row), width: 9)
    }
    return frame
  }

  @Test("A picture is seen where all of its cells are") func visible() throws {
    let frame = try Self.frame()
    #expect(frame.visiblePictures.map(\.position) == [Position(column: 2, row: 1)])
    #expect(frame.visiblePictures.first?.columns == 2..<5)
    #expect(frame.visiblePictures.first?.lines == 1..<3)
    for (column, row, isSeen) in [(2, 1, false), (4, 2, false), (1, 1, true), (5, 1, true), (2, 3, true)] {
      var covered = frame
      covered.write("x", at: Position(column: column, row: row), role: .content)
      #expect(covered.visiblePictures.isEmpty == !isSeen, "\(column), \(row)")
    }
  }

  @Test("A picture moves with the frame that is put over another, and is not seen if that cuts it")
  func moved() throws {
    let part = try Self.frame()
    for (column, row, isSeen) in [(3, 1, true), (-2, -1, true), (-3, 0, false), (6, 0, false), (0, 3, false)]
    {
      var frame = Frame(size: Size(columns: 10, rows: 5))
      frame.overlay(part, at: Position(column: column, row: row))
      let expected = isSeen ? [Position(column: 2 + column, row: 1 + row)] : []
      #expect(frame.visiblePictures.map(\.position) == expected)
    }
    let cut = try Self.frame(at: Position(column: 8, row: 1))
    #expect(cut.visiblePictures.isEmpty)
  }
}
