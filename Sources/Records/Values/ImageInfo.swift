/// The format and size of a picture, read from its first bytes.
public struct ImageInfo: Hashable, Sendable {
  /// The file format.
  public var format: Format
  /// The size in pixels; nil if the given bytes do not reach it.
  public var size: PixelSize?

  /// The supported formats, by their usual names.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case gif = "GIF"
    case bmp = "BMP"
    case webp = "WebP"
  }

  /// A picture's width and height.
  public struct PixelSize: Hashable, Sendable {
    /// The width and height in pixels.
    public var width, height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// Reads the first bytes of a file; nil if they match no format.
  ///
  /// 32 bytes are enough except for JPEG, whose size comes after other headers; then this is O(*n*) in the bytes.
  public init?(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes: bytes)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // PNG, 11.2.1: the header chunk comes first, with the size in eight bytes.
      self.init(format: .png, size: reader.size(16, 20) { reader.big($0, 4) })
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self.init(format: .jpeg, size: reader.jpegSize)
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self.init(format: .gif, size: reader.size(6, 8) { reader.little($0, 2) })
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self.init(format: .webp, size: reader.webPSize)
    } else if bytes.starts(with: "BM".utf8), (reader.little(14, 4).map { (12...124).contains($0) } ?? false) {
      self.init(format: .bmp, size: reader.bitmapSize)
    } else {
      return nil
    }
  }

  private init(format: Format, size: PixelSize?) { (self.format, self.size) = (format, size) }
}

private struct ByteReader {
  let bytes: [UInt8]

  func big(_ offset: Int, _ count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func little(_ offset: Int, _ count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func size(_ width: Int, _ height: Int, _ read: (Int) -> Int?) -> ImageInfo.PixelSize? {
    guard let width = read(width), let height = read(height) else { return nil }
    return ImageInfo.PixelSize(width: width, height: height)
  }

  /// Skips the segments before the frame header (ITU-T T.81, B.1.1.4, B.2.2).
  var jpegSize: ImageInfo.PixelSize? {
    var offset = 2
    while let marker = big(offset, 2), marker >> 8 == 0xFF {
      let code = marker & 0xFF
      if code == 0xFF {
        offset += 1
      } else if (0xC0...0xCF).contains(code), code != 0xC4, code != 0xC8, code != 0xCC {
        return size(offset + 7, offset + 5) { big($0, 2) }
      } else if code == 0x01 || (0xD0...0xD8).contains(code) {
        offset += 2
      } else {
        guard let length = big(offset + 2, 2), length >= 2, code != 0xD9, code != 0xDA else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  /// Lossy, lossless or extended (RFC 9649, 2.5 to 2.7; RFC 6386, 9.1).
  var webPSize: ImageInfo.PixelSize? {
    guard bytes.count >= 16 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return size(26, 28) { little($0, 2).map { $0 & 0x3FFF } }
    case "VP8L":
      guard let bits = little(21, 4) else { return nil }
      return ImageInfo.PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8X": return size(24, 27) { little($0, 3).map { $0 + 1 } }
    default: return nil
    }
  }

  /// A negative height means rows from top to bottom; the oldest header has shorter numbers.
  var bitmapSize: ImageInfo.PixelSize? {
    if little(14, 4) == 12 { return size(18, 20) { little($0, 2) } }
    return size(18, 22) { little($0, 4).map { Int(Int32(truncatingIfNeeded: $0).magnitude) } }
  }
}
