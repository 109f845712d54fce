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
    Field(column: name, label: label, kind: kind, isRequired: isNotNull && !hasDefault)
  }

  private var label: String {
    let words = name.split(separator: "_", omittingEmptySubsequences: true).joined(separator: " ")
    return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The kind by SQLite's rules of affinity (datatype3.html, 3.1), whose order matters.
  private var kind: Field.Kind {
    let type = declaredType.uppercased()
    func names(_ parts: String...) -> Bool { parts.contains { type.contains($0) } }
    if names("INT") { return .integer }
    if names("CHAR", "CLOB", "TEXT") { return .text }
    if names("BLOB") { return .blob }
    if names("REAL", "FLOA", "DOUB") { return .real }
    return .text
  }
}
