/// A picture of pixels, as the bytes that make a terminal draw it with its top left corner at the cursor.
public struct PixelPicture: Hashable, Sendable {
  /// The bytes, which do nothing but draw; drawing may move the cursor.
  public let bytes: [UInt8]
  /// The way in which they are given.
  public let format: PixelProtocol

  /// Takes a picture as a program made it for a terminal.
  ///
  /// The bytes are not trusted: what is not of the format's form makes no picture, and of its parameters only the
  /// pixels are taken.
  ///
  /// - Parameters:
  ///   - printed: What the program printed.
  ///   - screen: How the terminal shows it.
  ///   - size: The cells that the terminal is to fill with it.
  /// - Complexity: O(*n*) in the bytes.
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

  /// What takes all of kitty's pictures off the screen.
  public static let kittyRemoval = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

  // MARK: - Kitty

  /// The most bytes of Base64 in one part, as the protocol has it.
  private static let partLimit = 4_096

  private static func kitty(_ printed: [UInt8], _ size: Size) -> [UInt8]? {
    guard let (pixels, parts) = kittyParts(printed[...]), let last = parts.indices.last else { return nil }
    var bytes: [UInt8] = []
    // No answer is wanted, and the cursor is to stay.
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

  /// The size in pixels and the Base64 of what was printed, in parts that are no longer than the protocol has it.
  ///
  /// Parts stay apart: chafa ends each of them with padding, which may not be within one.
  private static func kittyParts(
    _ printed: ArraySlice<UInt8>
  ) -> (pixels: Size, parts: [ArraySlice<UInt8>])? {
    var rest = trimmed(printed)
    var pixels: Size?
    var parts: [ArraySlice<UInt8>] = []
    while let part = string(opening: "_G", in: &rest) {
      let fields = part.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      if pixels == nil { pixels = size(of: fields.first ?? []) }
      guard fields.count < 2 || fields[1].allSatisfy(isBase64) else { return nil }
      var data = fields.count < 2 ? [] : fields[1]
      while !data.isEmpty {
        parts.append(data.prefix(partLimit))
        data = data.dropFirst(partLimit)
      }
    }
    guard rest.isEmpty, let pixels else { return nil }
    return (pixels, parts)
  }

  /// The pixels that the parameters of the first part name.
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
    guard !data.isEmpty, data.allSatisfy(isBase64) else { return nil }
    let parameters = "inline=1;width=\(size.columns);height=\(size.rows);preserveAspectRatio=0"
    return Array("\u{1B}]1337;File=\(parameters):".utf8) + data + [0x07]
  }

  /// Takes a picture of at most so many pixels, which has to say how many it has: a larger one would cover other cells.
  private static func sixel(_ printed: [UInt8], width: Int, height: Int) -> [UInt8]? {
    var rest = trimmed(printed[...])
    guard let text = string(opening: "P", in: &rest), rest.isEmpty,
      let start = text.firstIndex(of: UInt8(ascii: "q")), text[..<start].allSatisfy({ 0x30...0x3B ~= $0 }),
      text.allSatisfy({ 0x20...0x7E ~= $0 }), let pixels = rasterSize(text[(start + 1)...]),
      1...width ~= pixels.columns, 1...height ~= pixels.rows
    else { return nil }
    // Square pixels, on the background that is there.
    return Array("\u{1B}P7;1;0".utf8) + text[start...] + Array("\u{1B}\\".utf8)
  }

  /// The pixels that the raster attributes name at the beginning: `"`, the shape of a pixel, width and height.
  private static func rasterSize(_ text: ArraySlice<UInt8>) -> Size? {
    guard text.first == UInt8(ascii: "\"") else { return nil }
    let numbers = text.dropFirst().prefix { 0x30...0x3B ~= $0 }.split(separator: UInt8(ascii: ";"))
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == 4 ? Size(columns: numbers[2], rows: numbers[3]) : nil
  }

  // MARK: - Parts

  /// The text of the control string at the front, which is taken away with its opening and its end.
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

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }
}
