import Records

package struct FieldFold {
  private let field: Field
  private let limit: Int
  private let measure: Measure
  private var form: FieldFigures.Form
  private var figures: FieldFigures
  private var numbers = NumberClasses()
  private var dates: DateClasses
  private var values: [Value: Tally] = [:]
  private var byteCount = 0
  private var top: [(value: Value, tally: Tally)] = []
  private var least = Rank(isTelling: false, figure: -.infinity)

  /// An average of few rows is not telling, so it comes last.
  private struct Rank: Comparable {
    var isTelling: Bool
    var figure: Double

    static func < (left: Rank, right: Rank) -> Bool {
      left.isTelling != right.isTelling ? right.isTelling : left.figure < right.figure
    }
  }

  /// Begins the figures of a field.
  ///
  /// - Parameters:
  ///   - part: The unit for dates; nil for years, or for months if all dates are in the same year.
  ///   - limit: The maximum number of values, or of classes of numbers and years; more than 3.
  package init(_ field: Field, by part: DatePart? = nil, measure: Measure = .rows, limit: Int) {
    (self.field, self.limit, self.measure) = (field, limit, measure)
    form =
      switch field.kind {
      case .rating, .boolean, .choice: .choices
      case .partialDate, .year, .date, .dateTime: .dates(part ?? .year)
      case .integer, .decimal, .real: .numbers
      default: .frequency
      }
    figures = FieldFigures(field: field, form: form, classes: [])
    figures.measure = measure
    dates = DateClasses(by: part)
  }

  package mutating func add(_ value: @autoclosure () -> Value, _ tally: Tally) {
    figures.total += tally
    if form == .frequency, field.kind != .list, top.count == limit, rank(tally) <= least {
      figures.rest += tally
      return figures.restCount += 1
    }
    add(value(), with: tally)
  }

  package mutating func addEmpty(_ tally: Tally) {
    figures.total += tally
    figures.empty += tally
  }

  private func rank(_ tally: Tally) -> Rank {
    Rank(
      isTelling: measure != .average || tally.measured >= FieldFigures.leastAveraged,
      figure: tally.figure(measure) ?? -.infinity)
  }

  private mutating func add(_ value: Value, with tally: Tally) {
    if value.isNull { return figures.empty += tally }
    switch form {
    case .frequency where field.kind == .list: addParts(of: value, tally)
    case .frequency: addFrequent(value, tally)
    case .choices: addChoice(value, tally)
    case .numbers: addNumber(value, tally)
    case .dates: addDate(value, tally)
    }
  }

  private mutating func addFrequent(_ value: Value, _ tally: Tally) {
    if top.count == limit, let last = top.indices.last(where: { rank(top[$0].tally) == least }) {
      figures.rest += top.remove(at: last).tally
      figures.restCount += 1
    }
    top.append((value, tally))
    least = top.map { rank($0.tally) }.min() ?? least
  }

  private static func valueClass(_ field: Field, _ value: Value, _ tally: Tally) -> ValueClass {
    ValueClass(label: field.text(of: value), tally: tally, query: Query.term(field, equals: value))
  }

  /// In bytes; beyond the limit, no new item is counted.
  private static let byteLimit = 16 << 20

  private mutating func addParts(of value: Value, _ tally: Tally) {
    guard case .text(let text) = value else { return addValue(value, tally) }
    let parts = ListText.parts(of: text.string)
    if parts.isEmpty { return addValue(value, tally) }
    for part in Set(parts) { addValue(.text(Text(part)), tally) }
  }

  private mutating func addValue(_ value: Value, _ tally: Tally) {
    if values[value] == nil {
      guard byteCount < Self.byteLimit else { return }
      byteCount += value.payloadByteCount + 64
    }
    values[value, default: Tally()] += tally
  }

  private mutating func addChoice(_ value: Value, _ tally: Tally) {
    guard let choice = Self.choice(value, in: field) else { return figures.other += tally }
    values[choice, default: Tally()] += tally
  }

  /// In the form of the field's choices: 4.0 for the integer 4.
  private static func choice(_ value: Value, in field: Field) -> Value? {
    switch field.kind {
    case .rating:
      // Quarters of stars from some services fall between two bars.
      return field.stars(of: value).flatMap { $0 * 2 == ($0 * 2).rounded() ? .real($0) : nil }
    case .boolean:
      let text = field.text(of: value)
      return ["yes", "no"].contains(text) ? .text(Text(text)) : nil
    case .choice(let choices):
      guard case .text(let text) = value, choices.contains(text.string) else { return nil }
      return value
    default: return nil
    }
  }

  private mutating func addNumber(_ value: Value, _ tally: Tally) {
    switch field.compared(value) {
    case .integer(let number): numbers.add(Double(number), tally)
    case .real(let number) where number.isFinite: numbers.add(number, tally)
    default: figures.other += tally
    }
  }

  private mutating func addDate(_ value: Value, _ tally: Tally) {
    guard let date = Self.date(value, in: field) else { return figures.other += tally }
    dates.add(date, tally)
  }

  static func date(_ value: Value, in field: Field) -> [Int]? {
    switch (field.kind, field.compared(value)) {
    case (.year, .integer(let year)):
      return Int(exactly: year).flatMap { CalendarDate.years.contains($0) ? [$0] : nil }
    case (.partialDate, .text(let text)): return DateParts.read(text)
    case (.partialDate, _), (.year, _): return nil
    default: return field.date(of: value).map { [$0.year, $0.month, $0.day] }
    }
  }

  package func result() -> FieldFigures {
    var figures = figures
    let name = Query.name(field.column)
    switch form {
    case .frequency:
      guard field.kind == .list else {
        figures.classes = sorted(top).map { Self.valueClass(field, $0.value, $0.tally) }
        break
      }
      let sorted = values.map { Self.valueClass(field, $0.key, $0.value) }.sorted {
        $0.tally.rows != $1.tally.rows ? $0.tally.rows > $1.tally.rows : $0.label < $1.label
      }
      figures.classes = Array(sorted.prefix(limit))
      figures.restCount = sorted.count - figures.classes.count
      for value in sorted.dropFirst(limit) { figures.rest += value.tally }
    case .choices: figures.classes = choiceClasses()
    case .numbers: figures.classes = numberClasses(name)
    case .dates:
      figures.form = .dates(dates.shownPart)
      let classes = dates.classes(named: name, atMost: limit)
      figures.classes = Array(classes.suffix(Self.mostDates))
      for earlier in classes.dropLast(Self.mostDates) where earlier.tally.rows > 0 {
        figures.rest += earlier.tally
        figures.restCount += 1
      }
      figures.vague = dates.vague
    }
    return figures
  }

  private func sorted(_ values: [(value: Value, tally: Tally)]) -> [(value: Value, tally: Tally)] {
    values.enumerated().sorted { left, right in
      let ranks = (rank(left.element.tally), rank(right.element.tally))
      return ranks.0 != ranks.1 ? ranks.0 > ranks.1 : left.offset < right.offset
    }.map(\.element)
  }

  /// Of months or weeks; the latest are shown.
  private static let mostDates = 600

  private func choiceClasses() -> [ValueClass] {
    let all: [Value] =
      switch field.kind {
      case .rating: (0...2 * Field.mostStars).map { .real(Double($0) / 2) }
      case .boolean: ["yes", "no"]
      default: field.kind.choices.map { .text(Text($0)) }
      }
    return all.compactMap { value in
      let tally = values[value] ?? Tally()
      // Zero stars are shown only if somebody gave them.
      if value == .real(0), tally.rows == 0 { return nil }
      let label = field.text(of: value)
      return ValueClass(
        label: label, tally: tally, query: Query.name(field.column) + "=" + Query.quoted(label))
    }
  }

  private func numberClasses(_ name: String) -> [ValueClass] {
    let ranges = numbers.ranges(atMost: limit)
    return ranges.map { range in
      let (lower, upper) = (Self.text(range.lower), range.upper)
      guard numbers.areWhole else {
        return ValueClass(
          label: "\(lower) – \(Self.text(upper))", tally: range.tally,
          query: "\(name)>=\(lower) \(name)<\(Self.text(upper))")
      }
      let last = Self.text(upper - 1)
      return ValueClass(
        label: range.width == 1 ? lower : "\(lower)–\(last)", tally: range.tally,
        query: range.width == 1 ? "\(name)=\(lower)" : "\(name):\(lower)..\(last)")
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}
