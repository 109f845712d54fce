import Records

/// A column as the database describes it.
struct ColumnDescription {
  var name: String
  var declaredType: String
  var isNotNull: Bool
  var hasDefault: Bool
  /// The position in the primary key, counted from one; zero for a column that is not part of it.
  var keyPosition: Int
  /// Whether a virtual table hides it from `SELECT *`.
  var isHidden: Bool
  /// Whether the database computes its values.
  var isGenerated: Bool
  /// Whether a unique index covers only this column.
  var isUnique = false
  /// The name of the collation that compares its texts.
  var collation = "BINARY"
  /// Values from the first and last rows, without NULL, as far as they are needed to guess the kind.
  var samples: [Value] = []
  /// The values of the first rows, to judge whether they would make titles; empty if they are too large to read.
  var firstValues: [Value] = []

  /// The texts that a CHECK allows; empty if there is no such CHECK.
  var choices: [String] = []

  /// What the rest of the table says about its dates.
  var context = DateContext()

  /// The field for the column.
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

  /// A guess of the dates that its values could be.
  var dates: DateGuess { DateGuess(guess, samples: samples, context: context) }

  var affinity: Affinity { Affinity(declaredType: declaredType) }

  /// A guess of its kind.
  var guess: KindGuess { KindGuess(declaredType: declaredType, name: name) }

  private func label(ofCoreData isCoreData: Bool) -> String {
    if isCoreData, name.hasPrefix("Z_") { return name }
    if let label = ColumnName(name, ofCoreData: isCoreData).label { return label }
    let words = name.split(separator: "_", omittingEmptySubsequences: true).joined(separator: " ")
    return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
  }
}
