import Records

/// Guesses how a column holds dates, by its type, its name, its values and the rest of its table.
///
/// The rules are explained in docs/schemas.md.
struct DateGuess {
  private(set) var form: Field.DateForm?
  /// The likely form of the numbers, if it is not certain.
  private(set) var reading: Field.DateForm?
  private(set) var hasTime = false
  private(set) var epoch: DateEpoch?

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
