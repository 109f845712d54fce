/// A column as shown to people; it converts values to text and text to values.
public struct Field: Hashable, Sendable {
  /// The column's name in the table, unquoted.
  public var column: String
  /// The label shown beside the value.
  public var label: String
  /// How the value is shown and typed.
  public var kind: Kind
  /// The affinity with which SQLite converts values stored in the column.
  public var affinity: Affinity
  /// Whether the field must have a value before it can be saved.
  public var isRequired: Bool
  /// Whether the field's values are unique.
  public var isUnique: Bool
  /// Whether the database computes the value, so that it cannot be edited.
  public var isGenerated: Bool
  /// Whether the column gets a default value in a new row.
  public var hasDefault: Bool
  /// Whether the column may hold NULL, even if the field is required.
  public var takesNull = true
  /// The form in which the numbers may be dates, if that is not certain enough for the kind.
  public var reading: DateForm?
  /// Whether the person has hidden the field in details.
  public var isHidden = false
  /// Whether each word is capitalized during typing.
  public var capitalizesWords = false
  /// Whether 0 and -1 in a date field mean "never" rather than the first moments of an epoch.
  public var zeroIsNever = false

  /// How a field's values are shown and typed.
  public typealias Kind = FieldKind

  /// Creates a field, by default with the usual affinity of its kind.
  public init(
    column: String, label: String, kind: Kind, isRequired: Bool = false, affinity: Affinity? = nil,
    isUnique: Bool = false, isGenerated: Bool = false, hasDefault: Bool = false
  ) {
    (self.column, self.label, self.kind) = (column, label, kind)
    self.affinity = affinity ?? kind.usualAffinity
    (self.isRequired, self.isUnique, self.isGenerated) = (isRequired, isUnique, isGenerated)
    self.hasDefault = hasDefault
  }

  // MARK: Values as text

  /// The text of a value, for display and for an editor; empty for NULL.
  ///
  /// A value that does not fit the field's kind is shown as it is. A real has a fraction or an exponent and reads back as the same
  /// double. A blob is `x'0102…'`, cut after 16 bytes. A moment is in UTC, or as stored if it is a text.
  public func text(of value: Value) -> String {
    if let text = dateText(of: value) { return text }
    if kind == .boolean, let text = booleanText(of: value) { return text }
    return switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): kind == .decimal || kind == .rating ? Self.plain(number) : String(number)
    case .text(let text): text.string
    case .blob(let bytes): Self.hex(bytes)
    }
  }

  static func plain(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? String(Int64(number)) : String(number)
  }

  /// The value for a typed text, as the column stores it.
  ///
  /// Surrounding white space is dropped. A text equal to `text(of: old)` is no change, and returns `old` byte for byte. An empty
  /// text is NULL, except in a text field whose old value is not NULL.
  ///
  /// If only a date or a time of day is typed, the other is kept, as are the storage class, the offset and digits that are not
  /// shown. A boolean keeps the storage class and words of the old value. A decimal keeps its digits, or is refused.
  ///
  /// - Throws: `FieldError.required` for an empty text in a required field, even if unchanged; `.notEditable` in a field for bytes
  /// or a generated value; `.holdsBytes` if the old value is bytes; and the kind's own cases.
  public func value(of text: String, replacing old: Value) throws(FieldError) -> Value {
    let trimmed = text.trimmed
    if trimmed.isEmpty, isRequired, !isGenerated { throw .required }
    let shown = self.text(of: old)
    // Strings are equal if they look alike, but a value is changed if a single byte differs.
    if text.utf8.elementsEqual(shown.utf8) || trimmed.utf8.elementsEqual(shown.utf8) { return old }
    if isGenerated || kind.isBytes { throw .notEditable }
    if old.isBytes { throw .holdsBytes }
    if trimmed.isEmpty, !kind.isText { return .null }
    return switch kind {
    case .text, .longText: try storedText(trimmed)
    case .integer: try integer(trimmed)
    case .decimal: try decimal(trimmed, replacing: old)
    case .real: try real(trimmed)
    case .boolean: try boolean(trimmed, replacing: old)
    case .date, .dateTime: try dateValue(String(trimmed), replacing: old)
    case .photo, .blob: throw .notEditable
    case .choice(let choices): try choice(String(trimmed), of: choices).stored(in: affinity)
    case .rating: try rating(trimmed)
    case .isbn: try isbn(trimmed).stored(in: affinity)
    case .partialDate: try partialDate(trimmed).stored(in: affinity)
    case .year: try year(trimmed).stored(in: affinity)
    case .list: try storedText(ListText.normalized(String(trimmed)))
    case .url: try url(trimmed).stored(in: affinity)
    }
  }

  /// - Throws: `FieldError.required`, or `.notEditable` for a generated value.
  public func null() throws(FieldError) -> Value {
    if isGenerated { throw .notEditable }
    if isRequired { throw .required }
    return .null
  }

  /// Whether a value is enough for the field: a required field needs more than NULL or white space.
  public func isFilled(by value: Value) -> Bool {
    guard isRequired, !isGenerated else { return true }
    return !text(of: value).trimmed.isEmpty
  }

  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(shownByteCount).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "x'" + digits + (bytes.count > shownByteCount ? "…" : "") + "'"
  }

  package static let shownByteCount = 16

  // MARK: Typed numbers

  private func integer(_ text: Substring) throws(FieldError) -> Value {
    guard let number = Int64(text) else { throw text.isWholeNumber ? .integerTooLarge : .notAnInteger }
    switch affinity {
    case .text: return .text(Text(text))
    case .real where Int64(exactly: Double(number)) != number: throw .tooManyDigits
    case .wholeCoordinate where Int32(exactly: number) == nil: throw .integerTooLarge
    case .numeric, .integer, .real, .blob, .coordinate, .wholeCoordinate:
      return Value.integer(number).stored(in: affinity)
    }
  }

  private func real(_ text: Substring) throws(FieldError) -> Value {
    guard let number = Double(decimal: text), number.isFinite else { throw .notANumber }
    if affinity == .text { return .text(Text(text)) }
    // From here on, the nearest double would be printed with a rounded whole part.
    let isWritten = abs(number) < 0x1p53 || text.contains { "eE".contains($0) }
    guard isWritten || DecimalDigits(number.description) == DecimalDigits(text) else { throw .tooManyDigits }
    return Value.real(number).stored(in: affinity)
  }

  /// A text as the column stores it, without parsing.
  ///
  /// - Throws: `FieldError.tooManyDigits` if the column turns it into a number that loses digits.
  public func storedText(_ text: some StringProtocol) throws(FieldError) -> Value {
    let stored = Value.text(Text(text)).stored(in: affinity)
    switch stored {
    case .real(let number):
      guard number.isFinite, DecimalDigits(number.description) == DecimalDigits(text) else {
        throw .tooManyDigits
      }
    case .integer(let number):
      guard DecimalDigits(String(number)) == DecimalDigits(text) else { throw .tooManyDigits }
    case .null, .text, .blob: break
    }
    return stored
  }

  /// Keeps exactly these digits: a number is accepted if it prints as the typed one.
  private func decimal(_ text: Substring, replacing old: Value) throws(FieldError) -> Value {
    guard let number = Double(decimal: text), number.isFinite else { throw .notADecimal }
    if keepsDigits(replacing: old) { return .text(Text(text)) }
    let digits = DecimalDigits(text)
    if let integer = digits.integer, keepsIntegers(replacing: old) { return .integer(integer) }
    guard DecimalDigits(number.description) == digits else { throw .tooManyDigits }
    return .real(number)
  }

  private func keepsDigits(replacing old: Value) -> Bool {
    switch (affinity, old) {
    case (.text, _), (.blob, .null), (.blob, .text): true
    default: false
    }
  }

  private func keepsIntegers(replacing old: Value) -> Bool {
    switch (affinity, old) {
    case (.integer, _), (.wholeCoordinate, _), (.numeric, _), (.blob, .integer): true
    default: false
    }
  }

  // MARK: Yes and no

  /// The opposite boolean in the same storage class and form: `TRUE` becomes `FALSE`, NULL yes; other values stay unchanged.
  public func toggled(_ value: Value) -> Value {
    if value.isNull { return self.value(of: true, replacing: value, typed: "yes") }
    guard let truth = Self.truth(of: value) else { return value }
    return self.value(of: !truth, replacing: value, typed: "")
  }

  /// Whether a value means yes; nil if it means neither yes nor no.
  public static func truth(of value: Value) -> Bool? {
    switch value {
    case .integer(0), .real(0): false
    case .integer(1), .real(1): true
    case .text(let text) where text.bytes.count <= 5: pair(of: text.string)?.truth
    default: nil
    }
  }

  /// Words are shown as they are.
  private func booleanText(of value: Value) -> String? {
    if case .text(let text) = value, text != "1", text != "0" { return nil }
    return Self.truth(of: value).map { $0 ? "yes" : "no" }
  }

  private func boolean(_ text: Substring, replacing old: Value) throws(FieldError) -> Value {
    guard let truth = Self.pair(of: String(text))?.truth else { throw .notABoolean }
    return value(of: truth, replacing: old, typed: text)
  }

  private func value(of truth: Bool, replacing old: Value, typed: Substring) -> Value {
    guard Self.truth(of: old) != truth else { return old }
    switch old {
    case .integer: return .integer(truth ? 1 : 0)
    case .real(0), .real(1): return .real(truth ? 1 : 0)
    case .text(let text):
      guard let pair = Self.pair(of: text.string) else { break }
      return .text(Text(Self.word(truth ? pair.yes : pair.no, inCaseOf: text.string)))
    default: break
    }
    return affinity == .text ? .text(Text(typed)) : Value.integer(truth ? 1 : 0).stored(in: affinity)
  }

  private static func word(_ word: String, inCaseOf other: String) -> String {
    if other == other.lowercased() { return word }
    if other.count > 1, other.dropFirst() == other.dropFirst().lowercased() {
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    return word.uppercased()
  }

  private static func pair(of word: String) -> (yes: String, no: String, truth: Bool)? {
    let pairs = [("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f"), ("on", "off"), ("1", "0")]
    let word = word.lowercased()
    for (yes, no) in pairs where word == yes || word == no { return (yes, no, word == yes) }
    return nil
  }

  // MARK: Bytes

  /// Whether a value comes from a file and is never typed: bytes in any field, or NULL in a field for bytes.
  public func takesFile(for value: Value) -> Bool { value.isBytes || kind.isBytes && value.isNull }

  /// The field for editing a value as text; it takes texts and numbers even if the field is for bytes.
  public func typing(_ value: Value) -> Field {
    guard kind.isBytes else { return self }
    var field = self
    switch value {
    case .text: field.kind = .text
    case .integer: field.kind = .integer
    case .real: field.kind = .real
    case .null, .blob: break
    }
    return field
  }
}

extension String {
  /// A blank with a combining mark is not white space.
  var trimmed: Substring {
    let isWhite = { (character: Character) in character.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    guard let first = firstIndex(where: { !isWhite($0) }), let last = lastIndex(where: { !isWhite($0) })
    else {
      return ""
    }
    return self[first...last]
  }
}

extension Substring {
  fileprivate var isWholeNumber: Bool {
    let digits = first == "-" || first == "+" ? dropFirst() : self
    return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
  }
}

/// Equal for equal numbers, however they were written.
private struct DecimalDigits: Hashable {
  /// Without zeros at the end; empty for zero.
  private var digits: [UInt8] = []
  /// Of the last digit; zero for zero.
  private var exponent = 0
  private var isNegative = false

  init(_ text: some StringProtocol) {
    let parts = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == 101 || $0 == 69 }
    guard let mantissa = parts.first else { return }
    var isFraction = false
    for byte in mantissa {
      switch byte {
      case 46: isFraction = true
      case 45: isNegative = true
      case 48...57:
        if byte != 48 || !digits.isEmpty { digits.append(byte) }
        if isFraction { exponent -= 1 }
      default: break
      }
    }
    guard !digits.isEmpty else {
      (exponent, isNegative) = (0, false)
      return
    }
    while digits.last == 48 {
      digits.removeLast()
      exponent += 1
    }
    // A double cannot have an exponent that does not fit into an Int.
    if parts.count == 2 {
      exponent += Int(String(decoding: parts[1], as: UTF8.self)).map { min(max($0, -9_999), 9_999) } ?? 0
    }
  }

  var integer: Int64? {
    guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
    let zeros = [UInt8](repeating: 48, count: exponent)
    let text = String(decoding: digits + zeros, as: UTF8.self)
    return digits.isEmpty ? 0 : Int64((isNegative ? "-" : "") + text)
  }
}
