import Records
import Testing

@Suite("Pictures by their first bytes") struct ImageInfoTests {
  private static let webP: [UInt8] = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)

  @Test(
    "Format and size are read",
    arguments: [
      (
        [
          0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 128, 0, 0, 1,
          224,
        ], .png
      ), ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 1, 224, 2, 128], .jpeg),
      (Array("GIF89a".utf8) + [128, 2, 224, 1], .gif),
      (
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [
          40, 0, 0, 0, 128, 2, 0, 0, 0x20, 0xFE, 0xFF, 0xFF,
        ], .bmp
      ), (webP + Array("VP8X".utf8) + [UInt8](repeating: 0, count: 8) + [127, 2, 0, 223, 1, 0], .webp),
      (webP + Array("VP8 ".utf8) + [UInt8](repeating: 0, count: 10) + [128, 2, 224, 1], .webp),
      (webP + Array("VP8L".utf8) + [0, 0, 0, 0, 0x2F, 0x7F, 0xC2, 0x77, 0], .webp),
    ] as [([UInt8], ImageInfo.Format)])
  func sizes(bytes: [UInt8], format: ImageInfo.Format) throws {
    let info = try #require(ImageInfo(bytes))
    #expect(info.format == format)
    #expect(info.size?.width == 640)
    #expect(info.size?.height == 480)
    for count in bytes.indices {
      // Cut anywhere, it is read without a fault, and never with another size.
      #expect(ImageInfo(Array(bytes.prefix(count)))?.size == nil)
    }
  }

  @Test(
    "Other bytes are no picture",
    arguments: ["", "BM and more words to come", "RIFF....WAVEfmt ", "GIF88a", "PNG"])
  func others(text: String) { #expect(ImageInfo(Array(text.utf8)) == nil) }
}
