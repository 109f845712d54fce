/// The serialization of MARC 21 records in a file.
package enum MARCForm: String, Sendable {
  /// ISO 2709: a leader of 24 bytes, a directory and the fields.
  case transmission = "marc"
  case xml = "marcxml"

  /// Recognises the form by the first bytes of a file; nil for other files.
  ///
  /// A leader begins with the record's length in five digits, has the layout of the directory's entries, 4500, in its bytes 20
  /// to 23, and ends before the directory's first digit (MARC 21 Format for Bibliographic Data, Leader).
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

  /// Whether texts in the transmission form are in MARC-8 rather than UTF-8, according to byte 9 of the first leader.
  package static func isMARC8(_ start: [UInt8]) -> Bool { start.count > 9 && start[9] == UInt8(ascii: " ") }
}
