import Records
import SQLite

/// The name of a file with one large value, derived from two digests and the length, and so the same on every machine.
struct LargeValueName: Hashable {
  private let (checksum, digest): (UInt64, UInt64)
  private let byteCount: Int
  private let isText: Bool

  /// Nil for a value that is neither a text nor a blob.
  init?(of value: Value) {
    guard let bytes = value.bytes else { return nil }
    var sum = Checksum()
    sum.add(bytes)
    (checksum, digest, byteCount) = (sum.value, PackedBytes.digest([value]), bytes.count)
    if case .text = value { isText = true } else { isText = false }
  }

  /// Nil if the bytes do not match the name.
  func value(_ bytes: [UInt8]) -> Value? {
    let value: Value = isText ? .text(Text(bytes: bytes)) : .blob(bytes)
    return LargeValueName(of: value) == self ? value : nil
  }

  var text: String {
    let digits = [checksum, digest].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return "\(digits.joined())-\(byteCount)\(Self.suffix)"
  }

  static let suffix = ".value"

  // MARK: In a file of changes

  private static let mark = Array("booklist value\0\0".utf8)

  static func isMarked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// The blob that replaces the value in a file of changes.
  var standIn: Value {
    .blob(
      Self.mark
        + PackedBytes.pack([
          .integer(Int64(bitPattern: checksum)), .integer(Int64(bitPattern: digest)),
          .integer(Int64(byteCount)), .integer(isText ? 1 : 0),
        ]))
  }

  init?(standIn blob: [UInt8]) {
    guard Self.isMarked(blob), let values = PackedBytes.unpack(Array(blob.dropFirst(Self.mark.count))),
      values.count == 4, case .integer(let checksum) = values[0], case .integer(let digest) = values[1],
      case .integer(let byteCount) = values[2], byteCount >= 0
    else { return nil }
    (self.checksum, self.digest) = (UInt64(bitPattern: checksum), UInt64(bitPattern: digest))
    (self.byteCount, isText) = (Int(byteCount), values[3] == .integer(1))
  }
}
