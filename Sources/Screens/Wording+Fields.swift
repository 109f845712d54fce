import Records

/// The sentences about fields and what is typed into them.
extension Wording {
  /// What is wrong with what was typed into a field.
  public static func problem(_ error: FieldError, in field: Field) -> Message {
    switch error {
    case .required: .problem("\(field.label) is required.")
    case .notAnInteger: .problem("\(field.label) takes a whole number, like 42.")
    case .integerTooLarge:
      .problem("\(field.label) is too large: whole numbers go from \(number(.min)) to \(number(.max)).")
    case .notANumber: .problem("\(field.label) takes a number, like 3.5.")
    case .notADecimal: .problem("\(field.label) takes a number with a point, like 3.50.")
    case .tooManyDigits: .problem("\(field.label) has more digits than the column can keep.")
    case .notABoolean: .problem("\(field.label) takes yes or no.")
    case .notADate where field.kind.isDateTime:
      .problem("Type a date and a time like 2024-05-06 07:08, 6 May 2024 07:08:09, 07:08 or today.")
    case .notADate: .problem("Type a date like 1870-01-25, 1870-01, 1870, 25 Jan 1870 or today.")
    case .noSuchMonth(let month): .problem("There is no month \(month); months are 1 to 12.")
    case .noSuchDay(let day): .problem("That month has no day \(day).")
    case .yearOutOfRange(let year): .problem("The year \(year) is outside -4712 to 9999.")
    case .notATime: .problem("Type a time like 07:08, 07:08:09 or 07:08:09+02:00.")
    case .noSuchTime: .problem("No day has that time; times go from 00:00:00 to 23:59:59.")
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
    }
  }

  /// What is said where a file is chosen for a field that is not for bytes.
  static func takesFile(_ field: Field, _ value: Value) -> Message {
    if case .text = value {
      return .problem(
        "\(field.label) is not UTF-8, and typing would lose bytes: w writes it to a file, Enter takes one.")
    }
    return Message("\(field.label) holds bytes, which come from a file.")
  }

  /// Why a text cannot be edited.
  static func tooLong(_ field: Field, _ byteCount: Int) -> Message {
    .problem("\(field.label) has \(bytes(byteCount)), which is too long to be edited here.")
  }

  /// What stands below a text of which only the beginning is shown.
  static func cutText(_ byteCount: Int, isEditable: Bool) -> String {
    "… \(size(byteCount)) in all" + (isEditable ? "; Enter, while editing, shows the rest" : "")
  }

  /// What the key that turns a truth round says on a field of another kind.
  static let onlyTruths = Message("Space is for fields that are yes or no; Enter edits the field.")

  /// Why a value cannot be turned round.
  static func noTruth(_ field: Field) -> Message {
    .problem("\(field.label) is neither yes nor no; Enter edits it.")
  }
}
