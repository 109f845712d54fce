import Cells
import Records

struct BlobSummary: Hashable, Sendable {
  let byteCount: Int
  var info: ImageInfo?
  /// The shown bytes, and one more if there is one.
  let head: [UInt8]

  init?(_ value: Value) { self.init(LargeValue(value)) }

  init?(_ record: RecordSnapshot, _ field: Int) {
    self.init(record.large(at: field) ?? LargeValue(record.values[field]))
  }

  private init?(_ value: LargeValue?) {
    guard let value, !value.isText else { return nil }
    byteCount = value.byteCount
    info = ImageInfo(value.head)
    head = Array(value.head.prefix(Field.shownByteCount + 1))
  }

  var hex: String { Field.hex(head) }
}

enum BlobWording {
  /// For example, `PNG, 640 × 480, 48 KB`, or `Blob, 3.2 MB, x'00ff…'`; without the size unless `isWhole`.
  static func summary(_ blob: BlobSummary, isWhole: Bool = true) -> String {
    let size = isWhole ? ", \(FileWording.size(blob.byteCount))" : ""
    guard let info = blob.info else { return "Blob\(size)" + (blob.head.isEmpty ? "" : ", " + blob.hex) }
    let pixels = info.size.map { ", \(Wording.number($0.width)) × \(Wording.number($0.height))" } ?? ""
    return "\(info.format.rawValue)\(pixels)\(size)"
  }

  static let noBytes = Message("Only a photo or another blob can be cleared and written to a file here.")
  static let chooseBytes = Message(
    "Turn editing on with e, and choose the field; ^T then writes it to a file.")

  static func nothingToWrite(_ field: Field) -> Message { .problem("\(field.label) is empty.") }

  /// The sanitized title of a record with an extension; `blob` is nil for a text.
  static func fileName(title: String, _ blob: BlobSummary?) -> String {
    let scalars = title.unicodeScalars.prefix(60).map { scalar -> Unicode.Scalar in
      scalar == "/" || scalar.properties.generalCategory == .control ? "-" : scalar
    }
    var name = String(String.UnicodeScalarView(scalars))
    while name.last == " " { name.removeLast() }
    while name.first == "." || name.first == " " || name.first == "~" { name.removeFirst() }
    return (name.isEmpty ? "blob" : name) + (blob.map { ending($0.info?.format) } ?? ".txt")
  }

  private static func ending(_ format: ImageInfo.Format?) -> String {
    switch format {
    case .png: ".png"
    case .jpeg: ".jpg"
    case .gif: ".gif"
    case .bmp: ".bmp"
    case .webp: ".webp"
    case nil: ".bin"
    }
  }
}
