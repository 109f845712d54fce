import Records

struct ColumnDescription {
  var name, declaredType: String
  var isNotNull, hasDefault: Bool
  /// One-based; zero if the column is not part of the primary key.
  var keyPosition: Int
  var isHidden, isGenerated: Bool
  var isUnique = false
  var collation = "BINARY"
  /// Non-NULL values from the first and last rows, if they are needed to guess the kind.
  var samples: [Value] = []
  /// The values of the first rows, to judge them as titles; empty if they are too large to read.
  var firstValues: [Value] = []

  var choices: [String] = []

  var context = DateContext()

  func field(ofCoreData isCoreData: Bool) -> Field {
    let dates = dates
    var field = Field(
      column: name, label: label(ofCoreData: isCoreData), kind: guess.kind(samples: samples, dates: dates),
      isRequired: isNotNull && !hasDefault, affinity: affinity, isUnique: isUnique, isGenerated: isGenerated,
      hasDefault: hasDefault)
    if !choices.isEmpty, affinity == .text { field.kind = .choice(choices) }
    field.takesNull = !isNotNull
    field.reading = dates.reading
    field.zeroIsNever = true
    return field
  }

  var dates: DateGuess { DateGuess(guess, samples: samples, context: context) }

  var affinity: Affinity { Affinity(declaredType: declaredType) }

  var guess: KindGuess { KindGuess(declaredType: declaredType, name: name) }

  private func label(ofCoreData isCoreData: Bool) -> String {
    if isCoreData, name.hasPrefix("Z_") { return name }
    if let label = ColumnName(name, ofCoreData: isCoreData).label { return label }
    let words = name.split(separator: "_", omittingEmptySubsequences: true).joined(separator: " ")
    return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
  }
}
