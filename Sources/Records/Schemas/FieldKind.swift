/// How a field's values are shown and typed.
public enum FieldKind: Hashable, Sendable {
  /// One line of text.
  case text
  /// Text of several lines.
  case longText
  /// A whole number of 64 bits.
  case integer
  /// A number with a point whose digits are kept as far as the column can: `3.50`.
  case decimal
  /// A number with a fraction, stored as a double.
  case real
  /// Yes or no, stored as 1 or 0 or as a pair of words.
  case boolean
  /// A day, with its time of day where there is one.
  case date(Field.DateForm)
  /// A day with its time of day.
  case dateTime(Field.DateForm)
  /// Bytes of a picture, which cannot be typed.
  case photo
  /// Bytes, which are shown in hexadecimal, the first of them, and cannot be typed.
  case blob
  /// One of some texts.
  case choice([String])
  /// 0 to 5 stars, in halves.
  case rating
  /// The number of an edition, of 10 or 13 digits, the last of which checks the others.
  case isbn
  /// A date that may end after its year or its month, as ISO text: `1869`, `1869-03`, `-0750`.
  case partialDate
  /// A year; 0 and less are before our era, as ISO 8601 counts them.
  case year
  /// Several texts, with semicolons or commas between them.
  case list
  /// The address of something on the web.
  case url

  /// Whether the values are any texts, so that an empty one is a value.
  public var isText: Bool { self == .text || self == .longText }

  /// Whether the values are texts, of any form or of one.
  public var holdsTexts: Bool {
    switch self {
    case .text, .longText, .choice, .isbn, .partialDate, .list, .url: true
    default: false
    }
  }

  /// Whether the values are numbers, with or without a fraction.
  public var holdsNumbers: Bool {
    switch self {
    case .integer, .decimal, .real, .rating, .year: true
    default: false
    }
  }

  /// The texts that a value can be; none for other kinds than `choice`.
  public var choices: [String] { if case .choice(let choices) = self { choices } else { [] } }

  /// Whether the values are bytes, so that nothing can be typed.
  public var isBytes: Bool { self == .photo || self == .blob }

  /// The form of a date, with or without a time of day.
  public var dateForm: Field.DateForm? {
    switch self {
    case .date(let form), .dateTime(let form): form
    default: nil
    }
  }

  /// Whether the values are dates, with or without a time of day, in whole or in part.
  public var isDated: Bool { dateForm != nil || self == .partialDate }

  /// Whether the time of day is always shown.
  public var isDateTime: Bool { if case .dateTime = self { true } else { false } }

  /// What each kind is called where it is said by hand.
  ///
  /// Dates are called alike: `date`, or `date-time` with the time of day, then the year from which they are counted
  /// unless that is 1970, then the unit unless it is a second: `date-time-2001-ns`.
  public static let names: [(name: String, kind: FieldKind)] =
    plainNames
    + Field.DateForm.allCases.filter { !$0.suffix.isEmpty }.flatMap { form in
      [("date" + form.suffix, .date(form)), ("date-time" + form.suffix, .dateTime(form))]
    }

  /// The names without those of dates that are counted from other years than 1970, or in other units than seconds.
  public static let plainNames: [(name: String, kind: FieldKind)] = [
    ("text", .text), ("long", .longText), ("integer", .integer), ("decimal", .decimal), ("real", .real),
    ("boolean", .boolean), ("date", .date(.secondsSince1970)), ("date-time", .dateTime(.secondsSince1970)),
    ("julian", .date(.julianDay)), ("julian-time", .dateTime(.julianDay)), ("iso-date", .date(.isoText)),
    ("iso-date-time", .dateTime(.isoText)), ("photo", .photo), ("blob", .blob), ("rating", .rating),
    ("isbn", .isbn), ("partial-date", .partialDate), ("year", .year), ("list", .list), ("url", .url),
  ]

  /// Finds the kind of a name, in any case; the choices of one stand behind a colon: `choice:read,unread`.
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

  /// What the kind is called where it is said by hand.
  ///
  /// Of a choice it is the name without the texts, which are said behind it.
  public var name: String { choices.isEmpty ? Self.names.first { $0.kind == self }?.name ?? "" : "choice" }

  /// The affinity that a column for this kind usually has.
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
