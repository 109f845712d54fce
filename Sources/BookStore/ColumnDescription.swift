import Records

/// A column as the database describes it.
struct ColumnDescription {
  var name: String
  var declaredType: String
  var isNotNull: Bool
  var hasDefault: Bool
  /// The place in the primary key, counted from one; zero for a column that is not in it.
  var keyPosition: Int
  /// Whether it is neither hidden nor generated.
  var isOrdinary: Bool

  /// The column as people see it.
  var field: Field {
    Field(
      column: name, label: label, kind: kind, isRequired: isNotNull && !hasDefault, affinity: affinity,
      hasDefault: hasDefault)
  }

  private var label: String {
    let words = name.split(separator: "_", omittingEmptySubsequences: true).joined(separator: " ")
    return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
  }

  var affinity: Affinity { Affinity(declaredType: declaredType) }

  private var kind: Field.Kind {
    switch affinity {
    case .integer: .integer
    case .real: .real
    case .text, .numeric: .text
    case .blob: declaredType.isEmpty ? .text : .blob
    }
  }
}
