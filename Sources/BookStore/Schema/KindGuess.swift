import Records

/// What kind of field a column is, by its declared type, its name and, where these leave doubt, what it holds.
///
/// The rules are told in docs/schemas.md.
struct KindGuess {
  private let type: String
  let affinity: Affinity
  private let name: ColumnName
  /// Whether the name and the type are those of Core Data's dates.
  private let isLikeCoreData: Bool

  init(declaredType: String, name: String) {
    type = declaredType.uppercased()
    affinity = Affinity(declaredType: declaredType)
    self.name = ColumnName(name)
    isLikeCoreData = type == "TIMESTAMP" && name.hasPrefix("Z") && name == name.uppercased()
  }

  /// Whether the column's values say more than its type and its name.
  var needsSamples: Bool {
    if isBoolean { return false }
    if isWhole || isNamedBytes { return true }
    return dateSign != nil || affinity == .blob && !isNamedPhoto
      || affinity == .text && (isNamedBoolean || isNamedDecimal)
  }

  /// Whether texts themselves are wanted as samples, and not only that they are texts.
  var needsTexts: Bool { dateSign != nil || isNamedBoolean || isNamedDecimal }

  /// The kind, with values of the first and the last rows, none of them NULL, which count where they are needed or are all
  /// bytes, and the dates that they are.
  func kind(samples: [Value], dates: DateGuess) -> Field.Kind {
    let samples = needsSamples || samples.allSatisfy(Self.isBlob) ? samples : []
    if samples.isEmpty ? isNamedBytes : samples.allSatisfy(Self.isBlob) { return untyped(samples) }
    if isBoolean || isNamedBoolean && samples.allSatisfy({ Field.truth(of: $0) != nil }) { return .boolean }
    if let kind = dates.kind { return kind }
    if isWhole, samples.allSatisfy(Self.isInteger) { return .integer }
    if isDecimal || isNamedDecimal && samples.allSatisfy(Self.isDecimal) { return .decimal }
    switch affinity {
    case .integer: return .integer
    case .real: return .real
    case .numeric where dates.reading != nil: return samples.allSatisfy(Self.isInteger) ? .integer : .real
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

  /// What speaks for dates before any value is looked at, or nil where nothing does.
  var dateSign: DateSign? {
    if type.contains("DATE") || type.contains("TIMESTAMP") { return .type }
    if name.ends(in: ["date", "datetime", "timestamp", "birth", "birthday", "birthdate", "born"])
      || name.words.count > 1 && name.ends(in: ["at"])
    {
      return .name
    }
    // A truth's 1 and a number of bytes are not to be mistaken for a time.
    if affinity == .text || isNamedBoolean || name.has(["bytes", "count", "number", "size", "total"]) {
      return nil
    }
    if name.words.first == "date" || name.has(["timestamp"]) || name.ends(in: ["time", "ts", "utc"]) {
      return .weakName
    }
    return name.ends(in: Self.verbs) ? .verb : nil
  }

  /// What was done at the time that such a column may hold, if it does not say whether it was.
  private static let verbs: Set<String> = [
    "accessed", "added", "completed", "created", "delivered", "expires", "expiry", "modified", "mtime",
    "opened", "played", "read", "received", "seen", "sent", "started", "updated", "viewed", "visited",
  ]

  /// The epoch that the column itself or its table names.
  func namedEpoch(in context: DateContext) -> DateEpoch? {
    if let epoch = DateEpoch.allCases.first(where: { name.has([String($0.rawValue)]) }) { return epoch }
    return context.isObjectTable && type == "TIMESTAMP" ? .year2001 : name.has(["unix"]) ? .year1970 : nil
  }

  /// The epoch that numbers are taken to count from where nothing else tells it.
  func likelyEpoch(in context: DateContext) -> DateEpoch? { isLikeCoreData ? .year2001 : context.epoch }

  /// The form of dates in a column without a value to look at.
  func defaultForm(in context: DateContext) -> Field.DateForm? {
    guard let dateSign, dateSign >= .name else { return nil }
    if affinity != .text, namedEpoch(in: context) == .year2001 || isLikeCoreData { return .secondsSince2001 }
    return affinity == .integer || affinity == .real ? .secondsSince1970 : .isoText
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
    affinity == .blob
      && (type.contains("PHOTO")
        || name.has(["photo", "image", "picture", "thumbnail", "avatar", "portrait", "cover"]))
  }

  private var isLong: Bool {
    type.contains("CLOB") || type.contains("LONGTEXT") || type.contains("MEDIUMTEXT")
      || name.has([
        "note", "notes", "description", "comment", "comments", "body", "bio", "biography", "summary",
      ])
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
