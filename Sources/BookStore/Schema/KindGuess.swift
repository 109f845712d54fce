import Records

/// What kind of field a column is, by its declared type, its name and, where these leave doubt, what it holds.
///
/// The rules are told in docs/schemas.md.
struct KindGuess {
  private let type: String
  private let affinity: Affinity
  private let name: ColumnName
  /// Whether numbers that are dates count from 2001: Core Data's names begin so, and others say it.
  private let countsFrom2001: Bool

  init(declaredType: String, name: String) {
    type = declaredType.uppercased()
    affinity = Affinity(declaredType: declaredType)
    self.name = ColumnName(name)
    countsFrom2001 = name.hasPrefix("Z") || self.name.has(["2001"])
  }

  /// Whether the column's values say more than its type and its name.
  var needsSamples: Bool {
    if isBoolean { return false }
    if isWhole || isNamedBytes { return true }
    return isDate || isNamedDate || affinity == .blob && !isNamedPhoto
      || affinity == .text && (isNamedBoolean || isNamedDecimal)
  }

  /// Whether texts themselves are wanted as samples, and not only that they are texts.
  var needsTexts: Bool { isDate || isNamedDate || isNamedBoolean || isNamedDecimal }

  /// The kind, with values of the first rows, none of them NULL, which count where they are needed or are all bytes.
  func kind(samples: [Value]) -> Field.Kind {
    let samples = needsSamples || samples.allSatisfy(Self.isBlob) ? samples : []
    if samples.isEmpty ? isNamedBytes : samples.allSatisfy(Self.isBlob) { return untyped(samples) }
    if isBoolean || isNamedBoolean && samples.allSatisfy({ Field.truth(of: $0) != nil }) { return .boolean }
    if isDate || isNamedDate, let form = dateForm(samples) { return .date(form) }
    if isWhole, samples.allSatisfy(Self.isInteger) { return .integer }
    if isDecimal || isNamedDecimal && samples.allSatisfy(Self.isDecimal) { return .decimal }
    switch affinity {
    case .integer: return .integer
    case .real: return .real
    case .text, .numeric: return isLong ? .longText : .text
    case .blob: return untyped(samples)
    }
  }

  private func untyped(_ samples: [Value]) -> Field.Kind {
    let isBlob = type.contains("BLOB") || isNamedBytes
    if samples.isEmpty, isNamedPhoto { return .photo }
    if samples.isEmpty ? isBlob : samples.allSatisfy(Self.isBlob) {
      let isPhoto = isNamedPhoto || !samples.isEmpty && samples.allSatisfy(Self.isPicture)
      return isPhoto ? .photo : .blob
    }
    if isNamedPhoto, isBlob { return .photo }
    if !samples.isEmpty, samples.allSatisfy(Self.isInteger) { return .integer }
    if !samples.isEmpty, samples.allSatisfy(Self.isNumber) { return .real }
    return isLong ? .longText : .text
  }

  private var isBoolean: Bool { type.contains("BOOL") || ["TINYINT(1)", "BIT", "BIT(1)"].contains(type) }

  private var isNamedBoolean: Bool {
    name.words.count > 1 && ["is", "has"].contains(name.words[0]) && affinity != .real
  }

  private var isDate: Bool { type.contains("DATE") || type.contains("TIMESTAMP") }

  private var isNamedDate: Bool {
    name.ends(in: ["date", "datetime", "timestamp", "birth", "birthday", "birthdate", "born"])
      || name.words.count > 1 && name.ends(in: ["at"])
  }

  private var isDecimal: Bool {
    ["DECIMAL", "NUMERIC", "MONEY", "CURRENCY"].contains(where: type.contains) || type.hasPrefix("NUMBER")
  }

  /// Whether the type says that there are no digits behind the point: `NUMBER(4,0)` and `NUMERIC(10)`.
  private var isWhole: Bool {
    guard isDecimal, let start = type.firstIndex(of: "("), type.last == ")" else { return false }
    let sizes = type[start...].dropFirst().dropLast().split(separator: ",").map { $0.filter { $0 != " " } }
    return sizes.count == 1 || sizes.count == 2 && sizes[1] == "0"
  }

  /// Whether the type is one for bytes, though SQLite takes it for one of numbers.
  private var isNamedBytes: Bool {
    affinity == .numeric && ["BINARY", "BYTEA", "GEOMETRY", "RAW("].contains(where: type.contains)
  }

  private var isNamedDecimal: Bool {
    affinity != .integer && name.ends(in: ["price", "amount", "total", "cost", "fee", "balance"])
  }

  private var isNamedPhoto: Bool {
    affinity == .blob && name.has(["photo", "image", "picture", "thumbnail", "avatar", "portrait"])
  }

  private var isLong: Bool {
    type.contains("CLOB") || type.contains("LONGTEXT") || type.contains("MEDIUMTEXT")
      || name.has([
        "note", "notes", "description", "comment", "comments", "body", "bio", "biography", "summary",
      ])
  }

  /// The form in which most of the values are dates, or nil where they are something else.
  private func dateForm(_ samples: [Value]) -> Field.DateForm? {
    guard !samples.isEmpty else {
      if countsFrom2001, affinity != .text { return .secondsSince2001 }
      return affinity == .integer || affinity == .real ? .secondsSince1970 : .isoText
    }
    let forms = samples.compactMap(dateForm)
    // A name alone is a weak sign, so that every value must bear it out.
    guard isDate ? forms.count * 2 > samples.count : forms.count == samples.count else { return nil }
    return Field.DateForm.allCases.max { left, right in
      forms.count { $0 == left } < forms.count { $0 == right }
    }
  }

  private func dateForm(_ value: Value) -> Field.DateForm? {
    switch value {
    case .text: Field.DateForm.isoText.date(of: value) == nil ? nil : .isoText
    case .integer(let number): dateForm(Double(number))
    case .real(let number): dateForm(number)
    case .null, .blob: nil
    }
  }

  private func dateForm(_ number: Double) -> Field.DateForm? {
    // Days of the years 763 to 3501; as seconds they would all be in the first weeks of an epoch.
    if (2_000_000...3_000_000).contains(number) { return .julianDay }
    if countsFrom2001 {
      return Field.DateForm.secondsSince2001.date(of: .real(number)).map { _ in .secondsSince2001 }
    }
    // A year, and a date written as one number, are no seconds.
    if (1...9_999).contains(number) || Self.isDateInDigits(number) { return nil }
    return Field.DateForm.secondsSince1970.date(of: .real(number)).map { _ in .secondsSince1970 }
  }

  private static func isDateInDigits(_ number: Double) -> Bool {
    guard (10_000_101...99_991_231).contains(number), let digits = Int(exactly: number) else { return false }
    return CalendarDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100) != nil
  }

  private static func isInteger(_ value: Value) -> Bool { if case .integer = value { true } else { false } }

  private static func isBlob(_ value: Value) -> Bool { if case .blob = value { true } else { false } }

  private static func isNumber(_ value: Value) -> Bool {
    switch value {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }

  private static func isDecimal(_ value: Value) -> Bool {
    isNumber(value) || isNumber(value.stored(in: .numeric))
  }

  private static func isPicture(_ value: Value) -> Bool {
    if case .blob(let bytes) = value { ImageInfo(bytes) != nil } else { false }
  }
}
