import Records

extension Value {
  /// The text of a number or a text; nil for anything else.
  package var plain: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    case .text(let text): text.string
    }
  }

  package var plainBytes: [UInt8] {
    if case .text(let text) = self { text.bytes } else { Array((plain ?? "").utf8) }
  }
}
