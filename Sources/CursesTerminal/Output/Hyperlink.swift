import Cells

/// Adjacent cells that link to one address (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda).
struct Hyperlink: Hashable {
  let place: Position
  let role: Role
  let text: String
  let address: String

  private static let limit = 2_083

  /// Leaves out characters beyond ASCII, since terminals may disagree about their width.
  static func all(in frame: Frame, rows: some Sequence<Int>) -> [Hyperlink] {
    rows.flatMap { row in
      var links: [Hyperlink] = []
      var column = 0
      while column < frame.size.columns {
        let end = end(of: column, row, frame)
        if end > column { links.append(Hyperlink(frame, row, column..<end)) }
        column = max(end, column + 1)
      }
      return links
    }
  }

  private init(_ frame: Frame, _ row: Int, _ columns: Range<Int>) {
    let first = frame[columns.lowerBound, row]
    place = Position(column: columns.lowerBound, row: row)
    role = first.role
    text = columns.map { frame[$0, row].text }.joined()
    address = frame.addresses[Int(first.link) - 1]
  }

  private static func end(of column: Int, _ row: Int, _ frame: Frame) -> Int {
    let first = frame[column, row]
    func belongs(_ column: Int) -> Bool {
      let cell = frame[column, row]
      return cell.link != 0 && cell.link == first.link && cell.role == first.role && cell.ink == nil
        && cell.text.utf8.count == 1
    }
    return (column..<frame.size.columns).first { !belongs($0) } ?? frame.size.columns
  }

  /// Nil if the address is too long; everything but visible ASCII is percent-encoded, so that nothing ends the sequence.
  var bytes: [UInt8]? {
    let address = address.utf8.flatMap { Self.isPlain($0) ? [$0] : Self.percentEncoded($0) }
    guard address.count <= Self.limit else { return nil }
    return Array("\u{1B}]8;;".utf8) + address + Array("\u{1B}\\".utf8) + text.utf8
      + Array("\u{1B}]8;;\u{1B}\\".utf8)
  }

  private static func isPlain(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }

  private static func percentEncoded(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
