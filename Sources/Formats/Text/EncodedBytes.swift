import Records

/// Bytes in a cell of CSV or TSV, which holds text: they are written as in JSON, and read back.
public enum EncodedBytes {
  private static let start = Array(#"{"$base64":"#.utf8)

  /// The cell for bytes, or for a text that would otherwise not come back as it was.
  public static func cell(_ bytes: [UInt8], isText: Bool) -> [UInt8] {
    Array(JSONValue.encoded(bytes, isText: isText).text.utf8)
  }

  /// Whether the cell of a text has to be encoded: it is not UTF-8, or begins as an encoded one does.
  public static func isNeeded(for text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: start)
      || !text.allSatisfy { $0 < 0x80 } && String(validating: text, as: UTF8.self) == nil
  }

  /// Whether a cell may be an encoded one.
  public static func mayBe(_ cell: some Collection<UInt8>) -> Bool { cell.starts(with: start) }

  /// The value that a cell stands for; nil for a cell that is a text.
  public static func value(of cell: [UInt8]) -> Value? {
    guard mayBe(cell), let json = try? JSONReader.value(of: cell) else { return nil }
    return json.decoded
  }
}
