/// A character encoding.
public enum TextEncoding: String, CaseIterable, Sendable {
  /// UTF-8, passed through unchanged even if it is invalid.
  case utf8 = "utf-8"
  /// UTF-8, with Windows-1252 in cells that are not UTF-8.
  case mixed
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case latin1 = "latin-1"
  /// ISO 8859-1 with quotation marks and letters in place of control characters.
  case windows1252 = "windows-1252"
  case windows874 = "windows-874", windows1250 = "windows-1250", windows1251 = "windows-1251",
    windows1253 = "windows-1253", windows1254 = "windows-1254", windows1255 = "windows-1255",
    windows1256 = "windows-1256", windows1257 = "windows-1257", windows1258 = "windows-1258"
  case iso8859Part2 = "iso-8859-2", iso8859Part3 = "iso-8859-3", iso8859Part4 = "iso-8859-4",
    iso8859Part5 = "iso-8859-5", iso8859Part6 = "iso-8859-6", iso8859Part7 = "iso-8859-7",
    iso8859Part8 = "iso-8859-8", iso8859Part9 = "iso-8859-9", iso8859Part10 = "iso-8859-10",
    iso8859Part11 = "iso-8859-11", iso8859Part13 = "iso-8859-13", iso8859Part14 = "iso-8859-14",
    iso8859Part15 = "iso-8859-15", iso8859Part16 = "iso-8859-16"
  case koi8R = "koi8-r", koi8U = "koi8-u", macintosh, macCentralEurope = "mac-centraleurope",
    macCyrillic = "mac-cyrillic", macGreek = "mac-greek", macTurkish = "mac-turkish"
  case ibm437, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm858, ibm862, ibm866

  /// Finds an encoding by name, ignoring case and signs: `Windows-1251`, `cp1251`, `windows1251`.
  public init?(name: String) {
    let name = Self.folded(name)
    let known = Self.allCases.first { Self.folded($0.rawValue) == Self.otherNames[name] ?? name }
    guard let known else { return nil }
    self = known
  }

  private static func folded(_ name: String) -> String { name.lowercased().filter { !"-_ .".contains($0) } }

  private static let otherNames: [String: String] = {
    var names = [
      "ascii": "utf8", "usascii": "utf8", "utf8sig": "utf8", "utf8bom": "utf8", "iso88591": "latin1",
      "latin2": "iso88592", "latin5": "iso88599", "latin9": "iso885915", "l1": "latin1",
      "macroman": "macintosh", "macosroman": "macintosh", "mac": "macintosh", "xmacroman": "macintosh",
      "maclatin2": "maccentraleurope", "macce": "maccentraleurope", "xmaccyrillic": "maccyrillic",
      "koi8": "koi8r",
    ]
    for encoding in allCases {
      let name = folded(encoding.rawValue)
      let number = name.drop { !$0.isNumber }
      if name.hasPrefix("windows") || name.hasPrefix("ibm") {
        for start in ["cp", "win", "dos", ""] { names[start + number] = name }
      }
    }
    return names
  }()

  /// Detects the encoding of a file by its first bytes.
  ///
  /// A byte order mark decides, then zeros at every other position, which mean UTF-16, and then valid UTF-8.
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

  /// Ignores a character that is cut off at the end.
  static func isUTF8(_ sample: [UInt8]) -> Bool {
    let cutCount = sample.count < FormatReader.sampleSize ? 0 : 3
    return (0...cutCount).contains { String(validating: sample.dropLast($0), as: UTF8.self) != nil }
  }

  /// A zero byte occurs not in text but in tables with pictures.
  static func hasBytes(_ sample: [UInt8]) -> Bool { sample.contains(0) }

  /// A file with some lines in UTF-8, or with pictures, is mixed; otherwise control characters of ISO 8859-1 decide.
  private static func oneByte(_ sample: [UInt8]) -> TextEncoding {
    if hasBytes(sample) { return .mixed }
    let wide = sample.split(separator: 10).filter { $0.contains { $0 >= 0x80 } }
    if wide.contains(where: { String(validating: $0, as: UTF8.self) != nil }) { return .mixed }
    return sample.contains { (0x80..<0xA0).contains($0) } ? .windows1252 : .latin1
  }
}
