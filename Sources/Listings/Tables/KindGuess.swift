import Records

/// Guesses a field's kind by type, name and, in case of doubt, values; the rules are explained in docs/schemas.md.
struct KindGuess {
  private let type: String
  let affinity: Affinity
  private let name: ColumnName
  private let isLikeCoreData: Bool

  init(declaredType: String, name: String) {
    type = declaredType.uppercased()
    affinity = Affinity(declaredType: declaredType)
    self.name = ColumnName(name)
    isLikeCoreData = type == "TIMESTAMP" && name.hasPrefix("Z") && name == name.uppercased()
  }

  var needsSamples: Bool {
    if isBoolean || declaredKind != nil { return false }
    if isWhole || isNamedBytes { return true }
    return dateSign != nil || affinity == .blob && !isNamedPhoto || isNamedAfterBooks
      || affinity == .text && (isNamedBoolean || isNamedDecimal)
  }

  var needsTexts: Bool { dateSign != nil || isNamedBoolean || isNamedDecimal || isNamedAfterBooks }

  /// The kind, given non-NULL values of the first and last rows, which count only if they are needed or are all bytes.
  func kind(samples: [Value], dates: DateGuess) -> Field.Kind {
    let samples = needsSamples || samples.allSatisfy(Self.isBlob) ? samples : []
    if let declaredKind, !samples.contains(where: Self.isBlob) { return declaredKind }
    if samples.isEmpty ? isNamedBytes : samples.allSatisfy(Self.isBlob) { return untyped(samples) }
    if isBoolean || isNamedBoolean && samples.allSatisfy({ Field.truth(of: $0) != nil }) { return .boolean }
    if let kind = dates.kind { return kind }
    if let kind = bookKind(samples) { return kind }
    if isWhole, samples.allSatisfy(Self.isInteger) { return .integer }
    if isDecimal || isNamedDecimal && samples.allSatisfy(Self.isDecimal) { return .decimal }
    switch affinity {
    case .integer, .wholeCoordinate: return .integer
    case .real, .coordinate: return .real
    case .numeric where dates.reading != nil: return samples.allSatisfy(Self.isInteger) ? .integer : .real
    case .text, .numeric: return isLong ? .longText : .text
    case .blob: return untyped(samples)
    }
  }

  private var declaredKind: Field.Kind? {
    let words = type.split { !$0.isLetter }
    if words.contains("ISBN") { return .isbn }
    if words.contains("PARTIAL"), words.contains("DATE") { return .partialDate }
    if words.contains("RATING") { return .rating }
    if words.contains("YEAR") { return .year }
    if words.contains("LIST"), affinity == .text { return .list }
    return words.contains("URL") || words.contains("URI") ? .url : nil
  }

  private var isNamedAfterBooks: Bool {
    switch affinity {
    case .text: name.has(Self.isbnNames) || name.ends(in: Self.urlNames)
    case .integer, .real, .numeric, .coordinate, .wholeCoordinate: name.ends(in: ["rating", "stars", "year"])
    case .blob: false
    }
  }

  private static let isbnNames: Set = ["isbn", "isbn10", "isbn13"]
  private static let urlNames: Set = ["url", "website", "homepage", "weblink"]

  private func bookKind(_ samples: [Value]) -> Field.Kind? {
    switch affinity {
    case .text:
      if name.has(Self.isbnNames) { return texts(samples) { ISBNText.checked($0) != nil } ? .isbn : nil }
      if name.ends(in: Self.urlNames) { return texts(samples) { URLText.isURL($0) } ? .url : nil }
      return ["tags", "genres", "keywords"].contains(name.joined) ? .list : nil
    case .integer, .real, .numeric, .coordinate, .wholeCoordinate:
      if name.ends(in: ["year"]), affinity == .integer {
        return samples.allSatisfy { $0.number.map { abs($0) <= 9_999 } ?? false } ? .year : nil
      }
      guard name.ends(in: ["rating", "stars"]), !samples.isEmpty else { return nil }
      return samples.allSatisfy { $0.number.map(Self.isRating) ?? false } ? .rating : nil
    case .blob: return nil
    }
  }

  /// Whether at least nine in ten samples are texts of a form.
  private func texts(_ samples: [Value], _ isOfForm: (String) -> Bool) -> Bool {
    let count = samples.count { if case .text(let text) = $0 { isOfForm(text.string) } else { false } }
    return count * 10 >= samples.count * 9
  }

  private static func isRating(_ number: Double) -> Bool {
    (0...Double(Field.mostStars)).contains(number) && (number * 4).rounded() == number * 4
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
    if !samples.isEmpty, samples.allSatisfy(\.isNumber) { return .real }
    return isLong ? .longText : .text
  }

  private var isBoolean: Bool { type.contains("BOOL") || ["TINYINT(1)", "BIT", "BIT(1)"].contains(type) }

  private var isNamedBoolean: Bool {
    name.words.count > 1 && ["is", "has"].contains(name.words[0]) && affinity != .real
  }

  var dateSign: DateSign? {
    if declaredKind != nil { return nil }
    if type.contains("DATE") || type.contains("TIMESTAMP") { return .type }
    if name.ends(in: ["date", "datetime", "timestamp", "birth", "birthday", "birthdate", "born"])
      || name.words.count > 1 && name.ends(in: ["at"])
    {
      return .name
    }
    // A boolean 1 or a number of bytes must not be taken for a time.
    if affinity == .text || isNamedBoolean || name.has(["bytes", "count", "number", "size", "total"]) {
      return nil
    }
    if name.words.first == "date" || name.has(["timestamp"]) || name.ends(in: ["time", "ts", "utc"]) {
      return .weakName
    }
    return name.ends(in: Self.verbs) ? .verb : nil
  }

  private static let verbs: Set<String> = [
    "accessed", "added", "completed", "created", "delivered", "expires", "expiry", "modified", "mtime",
    "opened", "played", "read", "received", "seen", "sent", "started", "updated", "viewed", "visited",
  ]

  func namedEpoch(in context: DateContext) -> DateEpoch? {
    if let epoch = DateEpoch.allCases.first(where: { name.has([String($0.rawValue)]) }) { return epoch }
    return context.isObjectTable && type == "TIMESTAMP" ? .year2001 : name.has(["unix"]) ? .year1970 : nil
  }

  func likelyEpoch(in context: DateContext) -> DateEpoch? { isLikeCoreData ? .year2001 : context.epoch }

  func defaultForm(in context: DateContext) -> Field.DateForm? {
    guard let dateSign, dateSign >= .name else { return nil }
    if affinity != .text, namedEpoch(in: context) == .year2001 || isLikeCoreData { return .secondsSince2001 }
    return affinity == .integer || affinity == .real ? .secondsSince1970 : .isoText
  }

  private var isDecimal: Bool {
    ["DECIMAL", "NUMERIC", "MONEY", "CURRENCY"].contains(where: type.contains) || type.hasPrefix("NUMBER")
  }

  /// Whether the type has no decimal places: `NUMBER(4,0)` and `NUMERIC(10)`.
  private var isWhole: Bool {
    guard isDecimal, let start = type.firstIndex(of: "("), type.last == ")" else { return false }
    let sizes = type[start...].dropFirst().dropLast().split(separator: ",").map { $0.filter { $0 != " " } }
    return sizes.count == 1 || sizes.count == 2 && sizes[1] == "0"
  }

  /// Whether the type means bytes, although SQLite gives it a numeric affinity.
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

  private static func isDecimal(_ value: Value) -> Bool {
    value.isNumber || value.stored(in: .numeric).isNumber
  }

  private static func isPicture(_ value: Value) -> Bool {
    if case .blob(let bytes) = value { ImageInfo(bytes) != nil } else { false }
  }
}

/// The evidence for dates in a column, weakest first.
enum DateSign: Comparable {
  /// The name ends with a verb, like a boolean's: `read`, `delivered`.
  case verb
  /// The name suggests a time or a duration: `last_visit_time`, `date_read`.
  case weakName
  /// The name suggests a date: `birthday`, `created_at`.
  case name
  case type
}
