/// How a field's values are shown and typed.
public enum FieldKind: Hashable, Sendable {
  case text
  case longText
  case integer
  /// Keeps its digits if the column can: `3.50`.
  case decimal
  case real
  /// 1 or 0, or a pair of words.
  case boolean
  case date(Field.DateForm)
  case dateTime(Field.DateForm)
  case photo
  case blob
  case choice([String])
  case rating
  case isbn
  /// A year, a month or a day, as ISO text: `1869`, `1869-03`, `-0750`.
  case partialDate
  /// 0 and less are BC, as in ISO 8601.
  case year
  case list
  case url

  /// Whether the values are arbitrary texts, so that an empty text is a value.
  public var isText: Bool { self == .text || self == .longText }

  /// Whether the values are texts, arbitrary or of a certain form.
  public var holdsTexts: Bool {
    switch self {
    case .text, .longText, .choice, .isbn, .partialDate, .list, .url: true
    default: false
    }
  }

  /// Whether the values are numbers.
  public var holdsNumbers: Bool {
    switch self {
    case .integer, .decimal, .real, .rating, .year: true
    default: false
    }
  }

  /// The texts that a value can be; empty for kinds other than `choice`.
  public var choices: [String] { if case .choice(let choices) = self { choices } else { [] } }

  /// Whether the values are bytes, which cannot be typed.
  public var isBytes: Bool { self == .photo || self == .blob }

  /// The form of a date, with or without a time of day.
  public var dateForm: Field.DateForm? {
    switch self {
    case .date(let form), .dateTime(let form): form
    default: nil
    }
  }

  /// Whether the values are dates, with or without a time of day, possibly partial.
  public var isDated: Bool { dateForm != nil || self == .partialDate }

  /// Whether the time of day is always shown.
  public var isDateTime: Bool { if case .dateTime = self { true } else { false } }

  /// The names of the kinds, for configuration by hand.
  ///
  /// Dates are `date` or, with the time of day, `date-time`, then the epoch's year and the unit: `date-time-2001-ns`.
  public static let names: [(name: String, kind: FieldKind)] =
    plainNames
    + Field.DateForm.allCases.filter { !$0.suffix.isEmpty }.flatMap { form in
      [("date" + form.suffix, .date(form)), ("date-time" + form.suffix, .dateTime(form))]
    }

  /// The names without those of unusual epochs and units.
  public static let plainNames: [(name: String, kind: FieldKind)] = [
    ("text", .text), ("long", .longText), ("integer", .integer), ("decimal", .decimal), ("real", .real),
    ("boolean", .boolean), ("date", .date(.secondsSince1970)), ("date-time", .dateTime(.secondsSince1970)),
    ("julian", .date(.julianDay)), ("julian-time", .dateTime(.julianDay)), ("iso-date", .date(.isoText)),
    ("iso-date-time", .dateTime(.isoText)), ("photo", .photo), ("blob", .blob), ("rating", .rating),
    ("isbn", .isbn), ("partial-date", .partialDate), ("year", .year), ("list", .list), ("url", .url),
  ]

  /// Finds a kind by name, ignoring case; choices follow a colon: `choice:read,unread`.
  public init?(name: String) {
    if name.lowercased().hasPrefix("choice:") {
      let choices = NewField.choices(in: String(name.dropFirst(7)))
      if choices.isEmpty { return nil }
      self = .choice(choices)
      return
    }
    guard let entry = Self.names.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = entry.kind
  }

  /// The name for configuration by hand; for a choice, without its texts.
  public var name: String { choices.isEmpty ? Self.names.first { $0.kind == self }?.name ?? "" : "choice" }

  var usualAffinity: Affinity {
    switch self {
    case .text, .longText, .date(.isoText), .dateTime(.isoText): .text
    case .choice, .isbn, .partialDate, .list, .url: .text
    case .date(.number(let unit, _)), .dateTime(.number(let unit, _)): unit == .second ? .real : .integer
    case .integer, .year: .integer
    case .decimal, .boolean: .numeric
    case .real, .rating, .date, .dateTime: .real
    case .photo, .blob: .blob
    }
  }
}
