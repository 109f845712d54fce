import Records

/// Encodes bytes as JSON for a cell of CSV or TSV, which holds only text.
package enum EncodedBytes {
  private static let start = Array(#"{"$base64":"#.utf8)

  /// The cell for bytes, or for a text that would not survive a round trip otherwise.
  package static func cell(_ bytes: [UInt8], isText: Bool) -> [UInt8] {
    Array(JSONValue.encoded(bytes, isText: isText).text.utf8)
  }

  /// Whether a text has to be encoded, because it is not UTF-8 or looks like an encoded cell.
  package static func isNeeded(for text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: start)
      || !text.allSatisfy { $0 < 0x80 } && String(validating: text, as: UTF8.self) == nil
  }

  /// Whether a cell may be encoded.
  package static func mayBe(_ cell: some Collection<UInt8>) -> Bool { cell.starts(with: start) }

  /// Decodes a cell; nil if it is plain text.
  package static func value(of cell: [UInt8]) -> Value? {
    guard mayBe(cell), let json = try? JSONReader.value(of: cell) else { return nil }
    return json.decoded
  }
}
