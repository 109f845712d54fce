/// A field's values as text: what is shown, what an editor begins with, and what a typed text becomes.
extension Field {
  /// The text of a value, for display and for an editor; NULL gives an empty one.
  ///
  /// A value that is not of the field's kind is shown as it is, so that nothing in a column is hidden. A real
  /// has a fraction or an exponent and reads back as the same double. A blob is `x'0102…'`, cut after 16
  /// bytes.
  public func text(of value: Value) -> String {
    if let date = date(of: value) { return date.description }
    return switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text.string
    case .blob(let bytes): Self.hex(bytes)
    }
  }

  /// The value that a typed text stands for, in place of an old one.
  ///
  /// White space around the text is not kept. A text that is what `text(of:)` gives for `old` is no change:
  /// `old` itself is returned, byte for byte, also where it is an odd value that could not be typed, or NULL
  /// under an empty text. An editor that means an empty text in place of NULL gives `""` as the old value.
  /// Kinds other than text have no empty value, so an empty text is NULL there.
  ///
  /// A date keeps the time of day of an old number, and its storage class; otherwise it is a real, at
  /// midnight.
  ///
  /// - Throws: `FieldError.required` for an empty text in a required field, also where that is no change;
  ///   the kind's own cases for a text that it cannot read; `.notEditable` for a blob.
  public func value(of text: String, replacing old: Value) throws(FieldError) -> Value {
    let trimmed = text.trimmed
    if trimmed.isEmpty, isRequired { throw .required }
    let shown = self.text(of: old)
    // Strings are equal when they look alike; a value is changed when one byte of it is.
    if text.utf8.elementsEqual(shown.utf8) || trimmed.utf8.elementsEqual(shown.utf8) { return old }
    if trimmed.isEmpty, !kind.isText, !kind.isBytes { return .null }
    return switch kind {
    case .text, .longText: .text(Text(trimmed))
    case .integer, .boolean: try Self.integer(trimmed)
    case .decimal, .real: try Self.real(trimmed)
    case .date: value(of: try CalendarDate(typed: String(trimmed)), replacing: old)
    case .photo, .blob: throw .notEditable
    }
  }

  /// The value of a date that was picked, in place of an old one: its time of day and storage class are kept.
  public func value(of date: CalendarDate, replacing old: Value) -> Value {
    switch old {
    case .integer(let seconds) where CalendarDate(secondsSince1970: seconds) != nil:
      .integer(date.seconds(atTimeOf: seconds))
    case .real(let seconds):
      .real(date.seconds(atTimeOf: seconds))
    case .null, .integer, .text, .blob:
      .real(Double(date.secondsSince1970))
    }
  }

  /// The day that a date field's value stands for, or nil where it is not a number in SQLite's range.
  public func date(of value: Value) -> CalendarDate? {
    guard case .date = kind else { return nil }
    return switch value {
    case .integer(let seconds): CalendarDate(secondsSince1970: seconds)
    case .real(let seconds): CalendarDate(secondsSince1970: seconds)
    case .null, .text, .blob: nil
    }
  }

  /// The other truth of a boolean field's value, in the same storage class and form; NULL becomes yes.
  ///
  /// A value that is no truth is returned as it is.
  public func toggled(_ value: Value) -> Value {
    switch value {
    case .null, .integer(0): .integer(1)
    case .integer(1): .integer(0)
    default: value
    }
  }

  /// NULL, for a field that may hold it.
  ///
  /// - Throws: `FieldError.required`.
  public func null() throws(FieldError) -> Value {
    if isRequired { throw .required }
    return .null
  }

  /// Whether a value is enough for the field: a required one holds neither NULL nor white space only.
  public func isFilled(by value: Value) -> Bool {
    guard isRequired else { return true }
    return !text(of: value).trimmed.isEmpty
  }

  private static func integer(_ text: Substring) throws(FieldError) -> Value {
    guard let number = Int64(text) else { throw .notAnInteger }
    return .integer(number)
  }

  private static func real(_ text: Substring) throws(FieldError) -> Value {
    // The standard library also reads hexadecimals, "nan" and "inf", which no one means by a number here.
    let isPlain = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    guard isPlain, let number = Double(text), number.isFinite else { throw .notANumber }
    return .real(number)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "x'" + digits + (bytes.count > 16 ? "…" : "") + "'"
  }
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
