import Cells
import Records
import Testing

@testable import Screens

@Suite("Photos in a detail") struct PictureTests {
  /// A picture of the size that there is room for, striped in two colours.
  private func picture(for request: PictureRequest) -> Picture? {
    let size = request.size(of: ImageInfo.PixelSize(width: 16, height: 8))
    let row = (0..<size.columns).map { "\u{1B}[3\($0 % 2 + 1)m▄" }.joined()
    return Picture(
      printed: Array(Array(repeating: row, count: size.rows).joined(separator: "\n").utf8), size: size)
  }

  private func drawn(_ size: Size) throws -> ScreenStack {
    var stack = Possessions.detail(size)
    let request = try #require(stack.needs.picture)
    #expect(request.id == .rowid(1) && request.field == 1)
    stack.receive(.picture(request, picture(for: request), nil))
    #expect(stack.needs.picture == nil)
    return stack
  }

  @Test("A photo says what it is, and its picture, which keeps its colours, is below it")
  func detail() throws {
    try Golden.check("detail-photo") { try drawn($0) }
    try Golden.check("detail-photo-editing") { try drawn($0).pressing("e↓") }
    let inks = Set(try drawn(.usual).frame().cells.compactMap(\.ink))
    #expect(inks == [Ink(foreground: .palette(1)), Ink(foreground: .palette(2))])
  }

  @Test("A picture that cannot be drawn leaves the sentence, and is not asked for again")
  func failure() throws {
    var stack = Possessions.detail()
    stack.receive(.picture(try #require(stack.needs.picture), nil, nil))
    #expect(stack.needs.picture == nil)
    stack.shows("PNG, 16 × 8, 24 B", "Blob, 3.2 MB")
  }

  @Test("What all of the bytes say stands in the sentence") func info() throws {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF]
    let head = LargeValue(isText: false, byteCount: 50_000, head: jpeg)
    let schema = Possessions.schema
    var stack = ScreenStack.detail(RecordSnapshot("Lamp", head: head, of: schema), schema)
    stack.shows("JPEG, 48.8 KB")
    let request = try #require(stack.needs.picture)
    let all = jpeg + [UInt8](repeating: 0, count: 65_533) + [0xFF, 0xC2, 0, 17, 8, 1, 224, 2, 128]
    stack.receive(.picture(request, nil, ImageInfo(all)))
    stack.shows("JPEG, 640 × 480, 48.8 KB")
  }

  @Test("Another size, and another value, want another picture; the same bytes do not") func again() throws {
    var stack = Possessions.detail()
    let first = try #require(stack.needs.picture)
    stack.receive(.picture(first, nil, nil))
    stack.receive(.record(Possessions.lamp))
    #expect(stack.needs.picture == nil)
    stack.resize(Size(60, 24))
    #expect(stack.needs.picture != nil)
    stack.resize(Size(80, 24))
    #expect(stack.needs.picture == nil)
    stack.receive(.accepted(Possessions.lamp))
    let second = try #require(stack.needs.picture)
    #expect(second != first)
    // What comes in for the old value is not shown for the new one.
    stack.receive(.picture(first, picture(for: first), nil))
    #expect(stack.needs.picture == second)
  }

  @Test("What is out of sight or covered is not drawn") func visibility() {
    let low = Size(40, 10)
    #expect(Possessions.detail(low).needs.picture != nil)
    for keys in ["?", "?⎋⎋"] { #expect(Possessions.detail(low).pressing(keys).needs.picture == nil) }
    let words = Value.text(Text(String(repeating: "word ", count: 200)))
    let below = ScreenStack.detail([words, .blob(Possessions.png), .null], Possessions.schema, low)
    #expect(below.needs.picture == nil)
    #expect(below.pressing("⇲").needs.picture != nil)
  }

  @Test(
    "A picture has its shape, as large as there is room for, with a column for a pixel at most",
    arguments: [
      (16, 8, 16, 4), (640, 480, 27, 10), (480, 640, 15, 10), (10_000, 10, 60, 1), (10, 10_000, 1, 10),
      (1, 1, 1, 1), (8, 8, 8, 4), (2_000_000_000, 1, 60, 1), (26, 20, 26, 10),
    ])
  func shape(_ width: Int, _ height: Int, _ columns: Int, _ rows: Int) throws {
    let pixels = ImageInfo.PixelSize(width: width, height: height)
    let room = Size(60, 10)
    let request = try #require(
      PictureRequest(id: .rowid(1), field: 0, pixels: pixels, room: room, version: 0))
    let size = request.size(of: pixels)
    #expect(abs(size.columns - columns) <= 1 && size.rows == rows, "\(size)")
    // In cells that are three times as high as wide it takes more columns or fewer rows.
    let high = request.size(of: pixels, cellRatio: 3)
    let shape = Double(high.columns) / Double(high.rows) / 3
    #expect(
      abs(shape / (Double(width) / Double(height)) - 1) < 0.2 || min(high.columns, high.rows) <= 4, "\(high)")
  }
}
