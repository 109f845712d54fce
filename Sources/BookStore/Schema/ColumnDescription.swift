import Records

/// A column as the database describes it.
struct ColumnDescription {
  var name: String
  var declaredType: String
  var isNotNull: Bool
  var hasDefault: Bool
  /// The place in the primary key, counted from one; zero for a column that is not in it.
  var keyPosition: Int
  /// Whether a virtual table keeps it from `SELECT *`.
  var isHidden: Bool
  /// Whether the database computes its values.
  var isGenerated: Bool
  /// Whether it alone has an index that keeps its values apart.
  var isUnique = false
  /// The name of the collation by which its texts are compared.
  var collation = "BINARY"
  /// Values of the first rows, none of them NULL, as far as they are needed to guess the kind.
  var samples: [Value] = []
  /// The values of the first rows, to tell whether they would be titles; none where they are too large to be read.
  var firstValues: [Value] = []

  /// The texts that a CHECK lets it have; none if there is no such CHECK.
  var choices: [String] = []

  /// What the rest of the table says of its dates.
  var context = DateContext()

  /// The column as people see it.
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

  /// The dates that its values may be.
  var dates: DateGuess { DateGuess(guess, samples: samples, context: context) }

  var affinity: Affinity { Affinity(declaredType: declaredType) }

  /// What its kind may be.
  var guess: KindGuess { KindGuess(declaredType: declaredType, name: name) }

  private func label(ofCoreData isCoreData: Bool) -> String {
    if isCoreData, name.hasPrefix("Z_") { return name }
    if let label = ColumnName(name, ofCoreData: isCoreData).label { return label }
    let words = name.split(separator: "_", omittingEmptySubsequences: true).joined(separator: " ")
    return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
  }
}
