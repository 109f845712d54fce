/// The kind of a file without readable rows, judging by its first bytes.
public enum OtherFile: Hashable, Sendable, CaseIterable {
  case excel, oldOffice, spreadsheet, numbers, document, book, pdf, picture
  case zip, compressed
  case webPage, xml
  case database
  case wideText
  case bytes

  /// The kind of a file with these first bytes; nil if it may have readable rows.
  public init?(_ start: [UInt8]) {
    let signatures: [(OtherFile, [UInt8])] = [
      (.wideText, [0xFF, 0xFE, 0, 0]), (.wideText, [0, 0, 0xFE, 0xFF]),
      (.compressed, [0x1F, 0x8B]), (.compressed, Array("BZh91AY&SY".utf8)),
      (.compressed, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.compressed, [0x28, 0xB5, 0x2F, 0xFD]),
      (.compressed, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), (.compressed, Array("Rar!\u{1A}\u{7}".utf8)),
      (.oldOffice, [0xD0, 0xCF, 0x11, 0xE0]), (.pdf, Array("%PDF-".utf8)), (.document, Array("{\\rtf".utf8)),
      (.picture, [0x89, 0x50, 0x4E, 0x47]), (.picture, [0xFF, 0xD8, 0xFF]), (.picture, Array("GIF87a".utf8)),
      (.picture, Array("GIF89a".utf8)), (.database, Array("SQLite format 3\u{0}".utf8)),
    ]
    if start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
      self = Self.archive(start)
    } else if let found = signatures.first(where: { start.starts(with: $0.1) }) {
      self = found.0
    } else {
      return nil
    }
  }

  init?(markup start: [UInt8]) {
    let text = start.drop { [32, 9, 10, 13].contains($0) }.prefix(1_024)
    guard text.first == UInt8(ascii: "<") else { return nil }
    let words = String(decoding: text, as: UTF8.self).lowercased()
    let pages = ["<!doctype html", "<html", "<head", "<body", "<table"]
    if pages.contains(where: words.hasPrefix) || words.contains("<html") {
      self = .webPage
    } else if words.hasPrefix("<?xml") || words.hasPrefix("<!") || words.contains("xmlns") {
      self = .xml
    } else {
      return nil
    }
  }

  /// The kind of a file without known columns or a header row.
  public init?(columns: [String]) {
    if columns.first?.hasPrefix("<") == true {
      self = .xml
    } else if columns.contains(where: { $0.unicodeScalars.contains { $0.value < 32 || $0 == "\u{FFFD}" } }) {
      self = .bytes
    } else {
      return nil
    }
  }

  private static func archive(_ start: [UInt8]) -> OtherFile {
    let text = String(decoding: start, as: UTF8.self)
    let names: [(OtherFile, String)] = [
      (.excel, "xl/"), (.spreadsheet, "opendocument.spreadsheet"), (.numbers, "Index/Tables"),
      (.book, "application/epub+zip"), (.document, "word/"), (.document, "opendocument.text"),
    ]
    return names.first { text.contains($0.1) }?.0 ?? .zip
  }
}
