/// How bytes stand for characters.
public enum TextEncoding: String, CaseIterable, Sendable {
  /// UTF-8, byte for byte, also where it is not valid.
  case utf8 = "utf-8"
  /// UTF-8, and in the cells that are not, Windows-1252.
  case mixed
  /// UTF-16, the lower byte first.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, the higher byte first.
  case utf16BigEndian = "utf-16be"
  /// ISO 8859-1.
  case latin1 = "latin-1"
  /// Windows-1252, which has quotation marks and letters where ISO 8859-1 has control characters.
  case windows1252 = "windows-1252"

  /// The encoding of a file with these first bytes.
  ///
  /// A byte order mark decides; without one, zeros at every other place are UTF-16, and bytes that are valid are UTF-8.
  public init(of sample: some Collection<UInt8>) {
    let sample = Array(sample)
    if sample.starts(with: [0xEF, 0xBB, 0xBF]) { self = .mixed; return }
    if sample.starts(with: [0xFF, 0xFE]) { self = .utf16LittleEndian; return }
    if sample.starts(with: [0xFE, 0xFF]) { self = .utf16BigEndian; return }
    self = Self.wide(sample) ?? (Self.isUTF8(sample) ? .mixed : Self.oneByte(sample))
  }

  private static func wide(_ sample: [UInt8]) -> TextEncoding? {
    guard sample.count >= 4 else { return nil }
    let pairs = sample.count / 2
    let low = (0..<pairs).count { sample[2 * $0 + 1] == 0 && sample[2 * $0] != 0 }
    let high = (0..<pairs).count { sample[2 * $0] == 0 && sample[2 * $0 + 1] != 0 }
    if low * 2 > pairs { return .utf16LittleEndian }
    return high * 2 > pairs ? .utf16BigEndian : nil
  }

  /// Whether bytes are UTF-8, but for a character that ends behind the sample.
  private static func isUTF8(_ sample: [UInt8]) -> Bool {
    let cutCount = sample.count < FormatReader.sampleSize ? 0 : 3
    return (0...cutCount).contains { String(validating: sample.dropLast($0), as: UTF8.self) != nil }
  }

  /// A file that is UTF-8 in some lines only is mixed; otherwise the control characters of ISO 8859-1 decide.
  private static func oneByte(_ sample: [UInt8]) -> TextEncoding {
    let wide = sample.split(separator: 10).filter { $0.contains { $0 >= 0x80 } }
    if wide.contains(where: { String(validating: $0, as: UTF8.self) != nil }) { return .mixed }
    return sample.contains { (0x80..<0xA0).contains($0) } ? .windows1252 : .latin1
  }
}
