import Cells
import Records

/// The words for a field's value, for the note beside it, and for what is typed.
public enum FieldWording {
  package static func choice(_ field: Int, in schema: Schema) -> String {
    let label = schema.field(at: field).label
    guard let related = schema.related(at: field), case .column = related.content, related.part != .single
    else { return label }
    return "\(label) · \(related.table)"
  }

  package static func placeholder(_ field: Field) -> String? {
    guard !field.isGenerated else { return "computed by the database" }
    let what: String? =
      switch field.kind {
      case .text: nil
      case .longText: "a text of any length"
      case .integer: "a whole number"
      case .decimal, .real: "a number like 12.5"
      case .boolean: "yes or no"
      case .date, .dateTime, .partialDate: placeholder(ofDate: field)
      case .choice(let choices): choices.joined(separator: " · ")
      case .rating: "0 to 5 stars, like 4.5"
      case .isbn: "10 or 13 digits"
      case .year: "a year like 1869 or 751 BC"
      case .list: "values separated by ; or ,"
      case .url: "an address like https://example.org"
      case .photo: "Enter chooses a picture"
      case .blob: "Enter chooses a file"
      }
    guard field.isRequired else { return what }
    return what.map { "required: \($0)" } ?? "required"
  }

  private static func placeholder(ofDate field: Field) -> String {
    if let sense = field.daySense { return "a day like \(days(sense, field))" }
    if field.kind == .partialDate { return "a date like 1869, 1869-03 or 751 BC" }
    return field.kind.isDateTime ? "a time like 2024-05-06 07:08" : "a date like 1869-12-31"
  }

  private static func days(_ sense: TypedDay.Sense, _ field: Field) -> String {
    let days = sense == .past ? "28 nov, friday, yesterday, -3" : "28 nov, friday, tomorrow, +14"
    return days + (field.kind == .partialDate ? ", 2024-11-28 or 2024" : " or 2024-11-28")
  }

  package static let chooses = "Enter chooses a row"

  package static func held(_ value: Value, in field: Field) -> String {
    let line = Wording.line(field.text(of: value))
    let text =
      value.isNull ? Wording.empty : line.isEmpty ? Wording.emptyTextSign : Wording.shortened(line, to: 60)
    return "Database: \(text)"
  }

  package static func shown(_ value: Value, in field: Field) -> String {
    field.stars(of: value).map(stars) ?? field.text(of: value)
  }

  package static func displayed(_ value: Value, in field: Field) -> String {
    if case .blob(let bytes) = value { return Wording.bytes(bytes.count) }
    return shown(value, in: field)
  }

  /// Stars are gold, a book that is being read stands out, and one that is read is dim.
  package static func role(of value: Value, _ field: Int, in schema: Schema) -> Role {
    if value.isNull { return .dim }
    if schema.field(at: field).kind == .rating { return .stars }
    return schema.isRead && schema.field(named: "status") == field ? role(ofStatus: value) : .content
  }

  static func role(ofStatus status: Value) -> Role {
    switch status {
    case "reading": .action
    case "read", "stopped": .dim
    default: .content
    }
  }

  /// One cell for a reading status or a loan's direction; nil for another status.
  static func sign(ofStatus status: String) -> String? {
    switch status {
    case "to read": "○"
    case "reading": "▸"
    case "read": "✓"
    case "stopped": "×"
    case "lent": "→"
    case "borrowed": "←"
    default: nil
    }
  }

  static func spans(of text: String, _ role: Role) -> [Span] {
    text.reduce(into: [Span]()) { spans, character in
      let role: Role = character.isStarSign ? .stars : character.isBarSign ? .action : role
      if spans.last?.role != role { spans.append(Span("", role)) }
      spans[spans.count - 1].text.append(character)
    }
  }

  /// A bar as wide as stars for what was read, as a fraction.
  static func bar(_ fraction: Double) -> String {
    let full = max(0, min(Field.mostStars, Int((fraction * Double(Field.mostStars)).rounded())))
    return String(repeating: "▰", count: full) + String(repeating: "▱", count: Field.mostStars - full)
  }

  private static func stars(_ number: Double) -> String {
    let (full, half) = (Int(number), number - number.rounded(.down) >= 0.5)
    return String(repeating: "★", count: full) + (half ? "½" : "")
      + String(repeating: "☆", count: Field.mostStars - full - (half ? 1 : 0))
  }

  package static func note(_ text: String, in field: Field, today: CalendarDate? = nil) -> String {
    let value = try? field.value(of: field.dated(text, today: today), replacing: .null)
    switch field.kind {
    case .choice(let choices): return choices.joined(separator: " · ")
    case .rating: return value.map { shown($0, in: field) } ?? ""
    case .isbn: return text.isEmpty ? "" : isbnNote(ISBNText.state(of: text))
    case .partialDate, .year: return value.map { self.note(onDate: $0, in: field) } ?? ""
    case .url: return value == nil || text.contains(":") ? "" : "https://\(text)"
    default: return ""
    }
  }

  private static func note(onDate value: Value, in field: Field) -> String {
    if let year = field.yearBC(of: value) { return "\(year) BC" }
    guard case .text(let text) = value, let day = PartialDateText.firstDay(text.string) else { return "" }
    switch PartialDateText.parts(text.string).count {
    case 2: return "\(CalendarDate.monthNames[day.month - 1]) \(day.year)"
    case 3: return date(day)
    default: return ""
    }
  }

  package static let isbnTaken = "another book has it already"

  private static func isbnNote(_ state: ISBNText.State) -> String {
    switch state {
    case .unfinished(let missing): missing == 1 ? "1 more digit" : "\(missing) more digits"
    case .right: "the check digit is correct"
    case .wrong(let digit): "the check digit should be \(digit)"
    case .none: "not an ISBN"
    }
  }

  package static func date(_ date: CalendarDate) -> String {
    "\(CalendarDate.dayNames[date.weekday]), \(date.day) \(CalendarDate.monthNames[date.month - 1]) \(date.year)"
  }

  package static func moment(_ moment: DateTime, _ value: Value, in field: Field) -> String {
    let text = field.text(of: value)
    let time = text.dropFirst(moment.date.description.count).drop { "Tt ".contains($0) }
    guard !time.isEmpty else { return date(moment.date) }
    let zone = if case .text = value { "" } else { " UTC" }
    return "\(date(moment.date)), \(time)\(zone)"
  }

  /// For example, `never`, the moment that a number probably is, a rating in digits, or a BC year.
  package static func aside(_ value: Value, in field: Field) -> String? {
    if field.isNever(value) { return "never" }
    if let stars = field.stars(of: value), stars != stars.rounded() { return field.text(of: value) }
    if let year = field.yearBC(of: value) { return "\(year) BC" }
    guard let moment = field.likelyDateTime(of: value) else { return nil }
    return moment.time == .midnight ? "\(moment.date)?" : "\(moment) UTC?"
  }

  package static func problem(settingMany field: Int, in schema: Schema) -> Message? {
    let isUnique = schema.uniqueKeys.contains { $0.fields == [field] } || schema.fields[field].isUnique
    return isUnique ? uniqueInMany(schema.fields[field], schema) : nil
  }

  private static func uniqueInMany(_ field: Field, _ schema: Schema) -> Message {
    .problem("\(field.label) must be unique, so it cannot be set in several \(schema.plural) at once.")
  }

  package static func problem(_ error: FieldError, in field: Field) -> Message {
    switch error {
    case .required: .problem("\(field.label) is required.")
    case .notAnInteger: .problem("\(field.label) takes a whole number, like 42.")
    case .integerTooLarge:
      .problem(
        "\(field.label) is too large: whole numbers go from \(Wording.number(.min)) to \(Wording.number(.max))."
      )
    case .notANumber: .problem("\(field.label) takes a number, like 3.5.")
    case .notADecimal: .problem("\(field.label) takes a number with a point, like 3.50.")
    case .tooManyDigits: .problem("\(field.label) has more digits than the column can store.")
    case .notABoolean: .problem("\(field.label) takes yes or no.")
    case .notADate, .notAPartialDate: .problem(notADate(field))
    case .shortYear: .problem("Type all four digits of the year, like 28 nov 2024.")
    case .ambiguousDay(let first, let second):
      .problem(
        "\(first)/\(second) is \(day(first, second)) or \(day(second, first)). Type the month by its name.")
    case .noDate: .problem("Type the date too, like 2024-05-06 07:08 or today 07:08.")
    case .noSuchMonth(let month): .problem("There is no month \(month); months are 1 to 12.")
    case .noSuchDay(let day): .problem("That month has no day \(day).")
    case .yearOutOfRange(let year): .problem("The year \(year) is outside -4712 to 9999.")
    case .notATime: .problem("Type a time like 07:08, 07:08:09 or 07:08:09+02:00.")
    case .noSuchTime: .problem("There is no such time; times go from 00:00:00 to 23:59:59.")
    case .tooFineTime(let digits):
      .problem(
        digits == 0
          ? "\(field.label) keeps whole seconds."
          : "\(field.label) keeps no more than \(digits) digits of a second.")
    case .momentNotKept: .problem("The numbers of \(field.label) do not stand for that date and time.")
    case .notEditable where field.isGenerated:
      .problem("\(field.label) is computed by the database, and cannot be edited.")
    case .notEditable: .problem("\(field.label) cannot be typed.")
    case .holdsBytes: .problem("\(field.label) holds bytes, which typing would lose.")
    case .notAChoice(let choices): .problem("\(field.label) is one of: \(choices.joined(separator: ", ")).")
    case .notARating: .problem("\(field.label) takes 0 to 5 stars, in halves, like 4.5.")
    case .notAnISBN: .problem("An ISBN has 10 or 13 digits; one of 13 begins with 978 or 979.")
    case .unfinishedISBN(let missing):
      .problem("This ISBN is missing \(missing == 1 ? "1 digit" : "\(missing) digits").")
    case .wrongCheckDigit(let digit):
      .problem("This is not a valid ISBN: its last digit should be \(digit), or another one is mistyped.")
    case .notAYear: .problem("Type a year like 1869 or 751 BC.")
    case .notAURL: .problem("Type an address like https://example.org, without spaces.")
    }
  }

  private static func notADate(_ field: Field) -> String {
    if let sense = field.daySense {
      return "Type a day like \(days(sense, field))"
        + (field.kind.isDateTime ? ", with or without a time." : ".")
    }
    if field.kind == .partialDate {
      return "Type a date like 1869, 1869-03, 1869-03-25, 25 Mar 1869, 751 BC or today."
    }
    return field.kind.isDateTime
      ? "Type a date and a time like 2024-05-06 07:08, 6 May 2024 07:08:09, 07:08 or today."
      : "Type a date like 1870-01-25, 1870-01, 1870, 25 Jan 1870 or today."
  }

  private static func day(_ day: Int, _ month: Int) -> String {
    "\(day) \(CalendarDate.monthNames[month - 1])"
  }

  package static func takesFile(_ field: Field, _ value: Value) -> Message {
    if case .text = value {
      return .problem(
        "\(field.label) is not UTF-8, and typing would lose bytes: ^T writes it to a file, Enter takes one.")
    }
    return Message("\(field.label) holds bytes, which come from a file.")
  }

  package static func tooLong(_ field: Field, _ byteCount: Int) -> Message {
    .problem("\(field.label) has \(Wording.bytes(byteCount)), which is too long to edit here.")
  }

  package static func cutText(_ byteCount: Int, isEditable: Bool) -> String {
    "… \(FileWording.size(byteCount)) in all" + (isEditable ? "; the form shows the rest" : "")
  }

  package static let onlyTruths = Message("Space toggles only yes-or-no fields; Enter edits this one.")

  package static func noTruth(_ field: Field) -> Message {
    .problem("\(field.label) is neither yes nor no; Enter edits it.")
  }
}
