import Records

/// Which dates the values of a column are, judging by its type, its name, its values and the rest of its table.
///
/// The rules are explained in docs/schemas.md.
struct DateGuess {
  /// The form of the dates, if it is certain.
  private(set) var form: Field.DateForm?
  /// The form in which the numbers are probably dates, if it is not certain.
  private(set) var reading: Field.DateForm?
  /// Whether any of them has a time of day.
  private(set) var hasTime = false
  /// The epoch, if the numbers themselves make it certain.
  private(set) var epoch: DateEpoch?

  /// The kind of the field, or nil if it is not certainly a date.
  var kind: Field.Kind? { form.map { hasTime ? .dateTime($0) : .date($0) } }

  init(_ guess: KindGuess, samples: [Value], context: DateContext) {
    guard let sign = guess.dateSign else { return }
    let values = samples.filter { !DateSamples.isNever($0) }
    if values.isEmpty {
      take(guess.affinity != .text && sign > .verb ? context.kind : nil)
      if form == nil, samples.isEmpty { form = guess.defaultForm(in: context) }
      return
    }
    let named = guess.namedEpoch(in: context)
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      .filter { Field.DateForm.isoText.date(of: .text($0)) != nil }
    let numbers = DateSamples(values, isTrusted: named != nil)
    // A name alone is weak evidence, so every value must confirm it.
    let count = texts.count + numbers.count
    guard sign == .type ? count * 2 > values.count : count == values.count else { return }
    if texts.count > numbers.count {
      form = .isoText
      hasTime = texts.contains { Field.hasTime(.text($0), in: .isoText) }
    } else {
      let likely = guess.likelyEpoch(in: context)
      // A possible duration counts as a date only if it would be a recent one.
      read(numbers, named: named, likely: sign >= .name || likely == .year2001 ? likely : nil)
    }
  }

  private mutating func take(_ kind: Field.Kind?) {
    form = kind?.dateForm
    hasTime = kind?.isDateTime ?? false
  }

  private mutating func read(_ numbers: DateSamples, named: DateEpoch?, likely: DateEpoch?) {
    if numbers.areJulianDays {
      form = .julianDay
    } else if let unit = numbers.unit {
      epoch = named ?? numbers.clearEpoch
      form = (epoch ?? (numbers.isBetweenEpochs ? likely : nil)).map { .number(unit, since: $0) }
      reading = form == nil ? numbers.likelyEpoch.map { .number(unit, since: $0) } : nil
    }
    guard let form else { return }
    hasTime = numbers.values.contains { Field.hasTime($0, in: form) }
  }
}
