extension Field {
  /// The maximum number of stars in a rating.
  public static let mostStars = 5

  /// Ignores case; otherwise takes the first choice that begins with the text.
  func choice(_ text: String, of choices: [String]) throws(FieldError) -> Value {
    let typed = text.lowercased()
    let found =
      choices.first { $0.utf8.elementsEqual(text.utf8) } ?? choices.first { $0.lowercased() == typed }
      ?? choices.first { $0.lowercased().hasPrefix(typed) }
    guard let found else { throw .notAChoice(choices) }
    return .text(Text(found))
  }

  /// Reads `4.5`, `4,5`, `4½`, `4/5`, `8/10`, `80%`, `★★★★½` or `★★★★☆`, with at most `parts` fractions of a star.
  func rating(_ text: Substring, parts: Double = 2) throws(FieldError) -> Value {
    guard let stars = Self.stars(text), (0...Double(Self.mostStars)).contains(stars),
      stars * parts == (stars * parts).rounded()
    else { throw .notARating }
    return affinity == .text ? .text(Text(Self.plain(stars))) : Value.real(stars).stored(in: affinity)
  }

  /// The number that drawn stars stand for: `4.5` for `★★★★½`; nil for other texts.
  package static func digits(ofStars text: String) -> String? {
    text.contains { "★⭐½".contains($0) } ? stars(text[...]).map(plain) : nil
  }

  private static func stars(_ text: Substring) -> Double? {
    if text.hasSuffix("%") { return number(text.dropLast()).map { $0 / 20 } }
    for (scale, divisor) in [("/5", 1.0), ("/10", 2.0)] where text.hasSuffix(scale) {
      return number(text.dropLast(scale.count)).map { $0 / divisor }
    }
    let marks = text.filter { $0 != "\u{FE0F}" }
    let full = marks.prefix { "★⭐*".contains($0) }
    let half = marks.dropFirst(full.count).prefix { $0 == "½" }
    let isDrawn = marks.dropFirst(full.count + half.count).allSatisfy { $0 == "☆" }
    if isDrawn, full.count + half.count > 0, half.count < 2 {
      return Double(full.count) + Double(half.count) / 2
    }
    return text.hasSuffix("½") ? number(text.dropLast()).map { $0 + 0.5 } : number(text)
  }

  private static func number(_ text: Substring) -> Double? {
    Double(decimal: text.filter { $0 != " " }.replacing(",", with: "."))
  }

  /// The number of stars; nil if the value is not a valid rating.
  public func stars(of value: Value) -> Double? {
    guard kind == .rating else { return nil }
    let stars: Double? =
      switch value.stored(in: .numeric) {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .null, .text, .blob: nil
      }
    return stars.flatMap { (0...Double(Self.mostStars)).contains($0) ? $0 : nil }
  }

  func isbn(_ text: Substring) throws(FieldError) -> Value {
    switch ISBNText.state(of: text) {
    case .right: return .text(Text(text))
    case .wrong(let digit): throw .wrongCheckDigit(digit)
    case .unfinished(let missing): throw .unfinishedISBN(missing: missing)
    case .none: throw .notAnISBN
    }
  }

  func partialDate(_ text: Substring) throws(FieldError) -> Value {
    guard hasYear(text), let date = PartialDateText.read(text) else { throw .notAPartialDate }
    return .text(Text(date))
  }

  /// Reads `1869`, `-750`, and the equivalent `751 BC`.
  func year(_ text: Substring) throws(FieldError) -> Value {
    guard let year = Int64(text) ?? PartialDateText.yearBC(text).map(Int64.init),
      (-9_999...9_999).contains(year)
    else { throw .notAYear }
    return .integer(year)
  }

  /// The year BC: 751 for -750 and for `-0750`; nil for later years.
  public func yearBC(of value: Value) -> Int? {
    let year: Int? =
      switch (kind, value) {
      case (.year, .integer(let year)): Int(exactly: year)
      case (.partialDate, .text(let text)): PartialDateText.firstDay(text.string)?.year
      default: nil
      }
    return year.flatMap { $0 <= 0 ? 1 - $0 : nil }
  }

  func url(_ text: Substring) throws(FieldError) -> Value {
    guard URLText.isURL(text) else { throw .notAURL }
    return .text(Text(text))
  }

  /// The whole address of a web page or mailbox, with its scheme; otherwise nil.
  public func address(of value: Value) -> String? {
    guard kind == .url, case .text(let text) = value else { return nil }
    return URLText.address(text.string)
  }

  /// For a partial date, the first moment that it may mean.
  package func comparedMoment(of value: Value) -> DateTime? {
    guard kind == .partialDate else { return dateTime(of: value) }
    guard case .text(let text) = value, text.bytes.count <= 11 else { return nil }
    return PartialDateText.firstDay(text.string).map { DateTime($0, .midnight) }
  }

  /// Digits in a numeric field count as a number.
  package func compared(_ value: Value) -> Value { comparesNumbers ? value.stored(in: .numeric) : value }

  /// A choice's place among the choices, otherwise the compared value.
  package func ordered(_ value: Value) -> Value {
    place(ofChoice: value).map { .integer(Int64($0)) } ?? compared(value)
  }

  /// Ignores the case of ASCII letters, as SQLite's NOCASE does.
  private func place(ofChoice value: Value) -> Int? {
    guard case .text(let text) = value, !orderedChoices.isEmpty else { return nil }
    func lower(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
    return orderedChoices.firstIndex { $0.utf8.elementsEqual(text.bytes) { lower($0) == lower($1) } }
  }

  /// Empty in a column that may turn a text into a number.
  package var orderedChoices: [String] { affinity == .text ? kind.choices : [] }

  package var comparesNumbers: Bool { affinity == .text && kind.holdsNumbers }
}
