/// A pixel picture as the bytes that make a terminal draw it with its top left corner at the cursor.
public struct PixelPicture: Hashable, Sendable {
  /// The bytes, which only draw; drawing may move the cursor.
  public let bytes: [UInt8]
  /// The protocol of the bytes.
  public let format: PixelProtocol

  /// Takes a picture that a program printed for a terminal.
  ///
  /// The bytes are not trusted: output that does not follow the protocol is refused, and only the pixels are taken, not the
  /// other parameters. The picture fills `size` cells.
  public init?(printed: [UInt8], on screen: PixelScreen, size: Size) {
    let bytes =
      switch screen.format {
      case .kitty: Self.kitty(printed, size)
      case .iterm: Self.iterm(printed, size)
      case .sixel:
        Self.sixel(printed, width: size.columns * screen.cellWidth, height: size.rows * screen.cellHeight)
      }
    guard let bytes else { return nil }
    (self.bytes, format) = (bytes, screen.format)
  }

  /// The sequence that removes all of kitty's pictures from the screen.
  public static let kittyRemoval = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

  // MARK: - Kitty

  private static let partLimit = 4_096

  private static func kitty(_ printed: [UInt8], _ size: Size) -> [UInt8]? {
    guard let (pixels, parts) = kittyParts(printed[...]), let last = parts.indices.last else { return nil }
    var bytes: [UInt8] = []
    // Requests no answer, and keeps the cursor in place.
    var parameters =
      "a=T,f=32,s=\(pixels.columns),v=\(pixels.rows),c=\(size.columns),r=\(size.rows),C=1,q=2,"
    for (index, part) in parts.enumerated() {
      bytes += "\u{1B}_G\(parameters)m=\(index < last ? 1 : 0);".utf8
      bytes += part
      bytes += "\u{1B}\\".utf8
      parameters = "q=2,"
    }
    return bytes
  }

  /// Parts are not joined: chafa ends each with padding, which may only be at the end of one.
  private static func kittyParts(
    _ printed: ArraySlice<UInt8>
  ) -> (pixels: Size, parts: [ArraySlice<UInt8>])? {
    var rest = trimmed(printed)
    var pixels: Size?
    var parts: [ArraySlice<UInt8>] = []
    while let part = string(opening: "_G", in: &rest) {
      let fields = part.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      if pixels == nil { pixels = size(of: fields.first ?? []) }
      guard fields.count < 2 || fields[1].allSatisfy(\.isBase64) else { return nil }
      var data = fields.count < 2 ? [] : fields[1]
      while !data.isEmpty {
        parts.append(data.prefix(partLimit))
        data = data.dropFirst(partLimit)
      }
    }
    guard rest.isEmpty, let pixels else { return nil }
    return (pixels, parts)
  }

  private static func size(of parameters: ArraySlice<UInt8>) -> Size? {
    let pairs = String(decoding: parameters, as: UTF8.self).split(separator: ",").map {
      $0.split(separator: "=")
    }
    func number(_ name: String) -> Int? { pairs.first { $0.first == name[...] }?.last.flatMap { Int($0) } }
    guard number("f") == 32, let width = number("s"), let height = number("v"), width > 0, height > 0 else {
      return nil
    }
    return Size(columns: width, rows: height)
  }

  // MARK: - The others

  private static func iterm(_ printed: [UInt8], _ size: Size) -> [UInt8]? {
    var rest = trimmed(printed[...])
    guard rest.last == 0x07 else { return nil }
    rest = rest.dropLast()
    guard rest.starts(with: "\u{1B}]1337;File=".utf8), let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    else {
      return nil
    }
    let data = rest[(colon + 1)...]
    guard !data.isEmpty, data.allSatisfy(\.isBase64) else { return nil }
    let parameters = "inline=1;width=\(size.columns);height=\(size.rows);preserveAspectRatio=0"
    return Array("\u{1B}]1337;File=\(parameters):".utf8) + data + [0x07]
  }

  /// Refuses a picture that does not name its size or is larger than the limit: it would cover other cells.
  private static func sixel(_ printed: [UInt8], width: Int, height: Int) -> [UInt8]? {
    var rest = trimmed(printed[...])
    guard let text = string(opening: "P", in: &rest), rest.isEmpty,
      let start = text.firstIndex(of: UInt8(ascii: "q")), text[..<start].allSatisfy({ 0x30...0x3B ~= $0 }),
      text.allSatisfy({ 0x20...0x7E ~= $0 }), let pixels = rasterSize(text[(start + 1)...]),
      1...width ~= pixels.columns, 1...height ~= pixels.rows
    else { return nil }
    // Square pixels, on the existing background.
    return Array("\u{1B}P7;1;0".utf8) + text[start...] + Array("\u{1B}\\".utf8)
  }

  /// Reads the raster attributes: `"`, the pixel's aspect ratio, width and height.
  private static func rasterSize(_ text: ArraySlice<UInt8>) -> Size? {
    guard text.first == UInt8(ascii: "\"") else { return nil }
    let numbers = text.dropFirst().prefix { 0x30...0x3B ~= $0 }.split(separator: UInt8(ascii: ";"))
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == 4 ? Size(columns: numbers[2], rows: numbers[3]) : nil
  }

  private static func string(opening: String, in rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.starts(with: "\u{1B}\(opening)".utf8) else { return nil }
    let text = rest.dropFirst(1 + opening.utf8.count)
    guard let end = text.firstIndex(of: 0x1B), text[end...].starts(with: "\u{1B}\\".utf8) else { return nil }
    rest = text[(end + 2)...]
    return text[..<end]
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { [0x0A, 0x0D, 0x20].contains($0) }
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }
}

extension UInt8 {
  /// Whether the byte is a base64 digit or padding (RFC 4648).
  package var isBase64: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }
}

/// How a terminal shows pixel pictures.
public struct PixelScreen: Hashable, Sendable {
  /// The protocol.
  public let format: PixelProtocol
  /// The width of a cell in pixels.
  public let cellWidth: Int
  /// The height of a cell in pixels.
  public let cellHeight: Int
  /// A cell's height divided by its width.
  public let cellRatio: Double

  /// Describes a terminal; nil if its cell size in pixels is unknown but needed.
  ///
  /// An unknown size counts as 10 by 20, except for Sixel, which needs exact pixels. Sizes are limited to 32 by 64: more would
  /// not be visible, and the transfer would be slow.
  public init?(_ format: PixelProtocol, cellWidth: Int, cellHeight: Int) {
    let isKnown = cellWidth > 0 && cellHeight > 0
    if !isKnown || cellWidth > 32 || cellHeight > 64, format == .sixel { return nil }
    self.format = format
    self.cellWidth = isKnown ? min(cellWidth, 32) : 10
    self.cellHeight = isKnown ? min(cellHeight, 64) : 20
    cellRatio = isKnown ? Double(cellHeight) / Double(cellWidth) : 2
  }
}

/// A protocol for pixel pictures in a terminal.
public enum PixelProtocol: Hashable, Sendable {
  /// Kitty's graphics (https://sw.kovidgoyal.net/kitty/graphics-protocol/); also of Ghostty and Konsole.
  case kitty
  /// The inline images of iTerm2 (https://iterm2.com/documentation-images.html); also of WezTerm and mintty.
  case iterm
  /// DEC's graphics for printers and terminals (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
  case sixel
}
