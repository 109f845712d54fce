/// Converts cells of an imported file to a field's values, including the variants of spreadsheets.
package struct ImportedForm: Sendable {
  private let field: Field
  private let order: DayOrder?

  package init(_ field: Field, _ order: DayOrder?) { (self.field, self.order) = (field, order) }

  private var kind: FieldKind { field.kind }
  private var affinity: Affinity { field.affinity }

  /// The value of a cell, as the column stores it; nil if it does not fit the field's kind.
  package func value(of cell: Value) -> Value? {
    guard case .text(let text) = cell else { return value(ofNumber: cell) }
    if kind.isBytes { return cell.stored(in: affinity) }
    guard let string = String(validating: text.bytes, as: UTF8.self) else {
      return kind.isText || kind == .list ? cell.stored(in: affinity) : nil
    }
    return kind.isText || kind == .list
      ? try? field.storedText(string) : value(of: String(string.trimmed))
  }

  private func value(of text: String) -> Value? {
    switch kind {
    case .text, .longText, .list, .photo, .blob: nil
    case .url: typed(text)
    case .real: typed(text) ?? typed(Self.number(text))
    case .integer, .decimal, .year: typed(text) ?? typed(Self.wholeOrNumber(text, of: kind))
    case .boolean: typed(text) ?? typed(["1.0": "1", "0.0": "0"][text])
    case .choice(let choices): choice(text.lowercased(), choices)
    // Some services have quarters of stars.
    case .rating: typed(text) ?? (try? field.rating(text[...], parts: 4))
    case .isbn: isbn(text)
    case .partialDate: partialDate(text)
    case .date, .dateTime: date(text)
    }
  }

  /// Handles a number or bytes from a file with typed cells.
  private func value(ofNumber cell: Value) -> Value? {
    switch (cell, kind) {
    case (.null, _), (.blob, _), (.text, _): return cell
    case (.integer, .integer) where affinity == .integer || affinity == .numeric: return cell
    case (_, .text), (_, .longText), (_, .list), (_, .photo), (_, .blob): return cell.stored(in: affinity)
    default: return text(ofNumber: cell).flatMap { value(of: .text(Text($0))) }
    }
  }

  private func text(ofNumber cell: Value) -> String? {
    switch cell {
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .null, .text, .blob: nil
    }
  }

  private func typed(_ text: String?) -> Value? {
    guard let text, let value = try? field.value(of: text, replacing: .null), !value.isNull else {
      return nil
    }
    return value
  }

  private func choice(_ text: String, _ choices: [String]) -> Value? {
    choices.first { $0.lowercased() == text }.map { Value.text(Text($0)).stored(in: affinity) }
  }

  /// As written in the usual form, otherwise the first ISBN in the text, with 13 digits.
  private func isbn(_ text: String) -> Value? {
    if let value = typed(text) { return value }
    return ISBNText.all(in: text).first.flatMap { try? field.storedText($0) }
  }

  // MARK: Dates

  private func partialDate(_ text: String) -> Value? {
    guard field.hasYear(text) else { return nil }
    return PartialDateText.read(text, order).map { Value.text(Text($0)).stored(in: affinity) }
  }

  /// A complete date, perhaps with a time of day, or the number with which the column stores dates.
  private func date(_ text: String) -> Value? {
    if let number = count(text) { return number }
    if let moment = SpreadsheetDate(text)?.moment(order) { return typed(moment) }
    // A partial date gets no invented day.
    guard Self.pieceCount(text) >= 3 else { return nil }
    return typed(text)
  }

  /// Reads a number of units, unless it looks like a year.
  private func count(_ text: String) -> Value? {
    guard let form = kind.dateForm, form != .isoText else { return nil }
    let value = Value.text(Text(text)).stored(in: affinity == .text ? .numeric : affinity)
    switch value {
    case .integer(let number): if (1_000...9_999).contains(number) { return nil }
    case .real(let number): if !number.isFinite || (1_000...9_999).contains(number) { return nil }
    case .null, .text, .blob: return nil
    }
    return Value.text(Text(text)).stored(in: affinity)
  }

  /// Counts numbers and month names, but not a time.
  private static func pieceCount(_ text: String) -> Int {
    var date = text.prefix { $0 != ":" }
    if date.count < text.count { while date.last?.isNumber == true { date.removeLast() } }
    return date.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.count
  }

  // MARK: Numbers

  /// Nil if ambiguous: `1,234.5`, `1.234,5`, `1 234`, `1'234` and `4,5` are certain; `1,234` only in whole numbers.
  static func number(_ text: String, isWhole: Bool = false) -> String? {
    let marks = text.filter { ",. '\u{A0}\u{202F}’".contains($0) }
    guard let last = marks.last,
      text.allSatisfy({ $0.isASCII && $0.isNumber || "-+".contains($0) || marks.contains($0) })
    else { return nil }
    let parts = text.split(separator: last, omittingEmptySubsequences: false).map(String.init)
    let others = Set(marks.dropLast().filter { $0 != last })
    // The last separator is a decimal point if it occurs once, and after others or not before a group of three digits.
    let isPoint = ",.".contains(last) && parts.count == 2 && (!others.isEmpty || parts[1].count != 3)
    if isPoint {
      guard let whole = grouped(parts[0]), !parts[1].isEmpty else { return nil }
      return "\(whole).\(parts[1])"
    }
    guard others.isEmpty, parts.count > 2 || isWhole && last != "." || !",.".contains(last) else {
      return nil
    }
    return grouped(text)
  }

  private static func grouped(_ text: String) -> String? {
    guard let mark = text.first(where: { !$0.isNumber && !"-+".contains($0) }) else { return text }
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard let first = parts.first, (1...3).contains(first.filter(\.isNumber).count),
      parts.dropFirst().allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return parts.joined()
  }

  /// Accepts `320.0` too; a year has no thousands separators.
  private static func wholeOrNumber(_ text: String, of kind: FieldKind) -> String? {
    let isDecimal = kind == .decimal
    if !isDecimal, text.hasSuffix(".0") || text.hasSuffix(",0") { return String(text.dropLast(2)) }
    return kind == .year ? nil : number(text, isWhole: !isDecimal)
  }
}
