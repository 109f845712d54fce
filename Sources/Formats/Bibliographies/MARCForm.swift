package enum MARCForm: String, Sendable {
  /// ISO 2709.
  case transmission = "marc"
  case xml = "marcxml"

  /// Recognises the form by the first bytes of a file; nil for other files.
  ///
  /// A leader begins with the record's length, has 4500 in bytes 20 to 23, and ends before the directory's first digit
  /// (MARC 21 Format for Bibliographic Data, Leader).
  package init?(_ start: [UInt8]) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if start.count > 24, start.prefix(5).allSatisfy(digits.contains), start[20..<22].elementsEqual("45".utf8),
      digits.contains(start[24])
    {
      self = .transmission
      return
    }
    let text = String(decoding: start.prefix(4_096), as: UTF8.self)
    let isXML = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<"
    guard isXML,
      text.contains("www.loc.gov/MARC21/slim") || text.contains("leader>")
        || text.contains("info:lc/xmlns/marcxchange")
    else { return nil }
    self = .xml
  }

  /// Whether byte 9 of the first leader says MARC-8 and not UTF-8.
  package static func isMARC8(_ start: [UInt8]) -> Bool { start.count > 9 && start[9] == UInt8(ascii: " ") }
}
