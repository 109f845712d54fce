import Records

/// Encodes bytes as JSON for CSV and TSV, which hold only text.
package enum EncodedBytes {
  private static let start = Array(#"{"$base64":"#.utf8)

  package static func cell(_ bytes: [UInt8], isText: Bool) -> [UInt8] {
    Array(JSONValue.encoded(bytes, isText: isText).text.utf8)
  }

  /// Whether to encode a text, because it is not UTF-8 or looks like an encoded cell.
  package static func isNeeded(for text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: start)
      || !text.allSatisfy { $0 < 0x80 } && String(validating: text, as: UTF8.self) == nil
  }

  package static func mayBe(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.first == start[0] && cell.starts(with: start)
  }

  /// Decodes a cell; nil if it is plain text.
  package static func value(of cell: [UInt8]) -> Value? {
    guard mayBe(cell[...]), let json = try? JSONReader.value(of: cell) else { return nil }
    return json.decoded
  }
}
