/// A field's values as text: what is shown, what an editor begins with, and what a typed text becomes.
extension Field {
  /// The text of a value, for display and for an editor; NULL gives an empty one.
  ///
  /// A value that is not of the field's kind is shown as it is, so that nothing in a column is hidden. A real
  /// has a fraction or an exponent and reads back as the same double. A blob is `x'0102…'`, cut after 16
  /// bytes. A boolean's 1 and 0 are `yes` and `no`. A moment is in UTC, and as a text as it is stored.
  public func text(of value: Value) -> String {
    if let text = dateText(of: value) { return text }
    if kind == .boolean, let text = booleanText(of: value) { return text }
    return switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text.string
    case .blob(let bytes): Self.hex(bytes)
    }
  }

  /// The value that a typed text stands for, in place of an old one, as the column then holds it.
  ///
  /// White space around the text is not kept. A text that is what `text(of:)` gives for `old` is no change:
  /// `old` itself is returned, byte for byte, also where it is an odd value that could not be typed, or NULL
  /// under an empty text. An editor that means an empty text in place of NULL gives `""` as the old value.
  /// Kinds other than text have no empty value, so an empty text is NULL there.
  ///
  /// Of a date and a time of day the one that is not typed stays that of an old value, and so do its storage class,
  /// its offset and the digits that are not shown; otherwise the time is midnight. A boolean
  /// keeps the storage class and the words of an old one. A decimal keeps its digits: it stays a text where
  /// the column keeps texts, and is refused where a number would be another one.
  ///
  /// - Throws: `FieldError.required` for an empty text in a required field, also where that is no change;
  ///   the kind's own cases for a text that it cannot read; `.notEditable` in a field for bytes and for a generated
  ///   value, and `.holdsBytes` where the old value is bytes, most of which the text does not have.
  public func value(of text: String, replacing old: Value) throws(FieldError) -> Value {
    let trimmed = text.trimmed
    if trimmed.isEmpty, isRequired, !isGenerated { throw .required }
    let shown = self.text(of: old)
    // Strings are equal when they look alike; a value is changed when one byte of it is.
    if text.utf8.elementsEqual(shown.utf8) || trimmed.utf8.elementsEqual(shown.utf8) { return old }
    if isGenerated || kind.isBytes { throw .notEditable }
    if old.isBytes { throw .holdsBytes }
    if trimmed.isEmpty, !kind.isText { return .null }
    return switch kind {
    case .text, .longText: Value.text(Text(trimmed)).stored(in: affinity)
    case .integer: try integer(trimmed)
    case .decimal: try decimal(trimmed, replacing: old)
    case .real: try real(trimmed)
    case .boolean: try boolean(trimmed, replacing: old)
    case .date, .dateTime: try dateValue(String(trimmed), replacing: old)
    case .photo, .blob: throw .notEditable
    }
  }

  /// NULL, for a field that may hold it.
  ///
  /// - Throws: `FieldError.required`, or `.notEditable` for a generated value.
  public func null() throws(FieldError) -> Value {
    if isGenerated { throw .notEditable }
    if isRequired { throw .required }
    return .null
  }

  /// Whether a value is enough for the field: a required one holds neither NULL nor white space only.
  public func isFilled(by value: Value) -> Bool {
    guard isRequired, !isGenerated else { return true }
    return !text(of: value).trimmed.isEmpty
  }

  /// Bytes in hexadecimal, the first of them.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(shownByteCount).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "x'" + digits + (bytes.count > shownByteCount ? "…" : "") + "'"
  }

  /// How many bytes of a blob are shown.
  package static let shownByteCount = 16
}

extension String {
  /// The text without the white space at its ends; a blank that carries a combining mark is not white.
  fileprivate var trimmed: Substring {
    let isWhite = { (character: Character) in character.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    guard let first = firstIndex(where: { !isWhite($0) }), let last = lastIndex(where: { !isWhite($0) })
    else {
      return ""
    }
    return self[first...last]
  }
}
