/// What SQLite makes of a value that is stored in a column, by the column's declared type (datatype3.html, 3).
public enum Affinity: Hashable, Sendable, CaseIterable {
  /// Numbers become texts.
  case text
  /// Texts that look like numbers become numbers, whole ones integers.
  case numeric
  /// As `numeric`; only a cast tells them apart.
  case integer
  /// As `numeric`, but integers become reals.
  case real
  /// Every value is kept as it is; a column without a declared type has this one.
  case blob

  /// Finds the affinity of a declared type by SQLite's rules (datatype3.html, 3.1), whose order matters.
  public init(declaredType: String) {
    // SQLite takes the case of ASCII letters alone for the same.
    let type = declaredType.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }
    func names(_ parts: String...) -> Bool {
      parts.contains { part in
        type.indices.contains { type[$0...].starts(with: part.utf8) }
      }
    }
    if names("INT") {
      self = .integer
    } else if names("CHAR", "CLOB", "TEXT") {
      self = .text
    } else if type.isEmpty || names("BLOB") {
      self = .blob
    } else if names("REAL", "FLOA", "DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }
}

extension Value {
  /// Whether a column with an affinity may hold the given value after this one was written to it.
  public func isHeld(as held: Value, in affinity: Affinity) -> Bool {
    self == held || stored(in: affinity) == held
  }

  /// Whether somebody else has set a field, to another value than this one, which was set here.
  ///
  /// - Parameters:
  ///   - affinity: The affinity of the column.
  ///   - theirs: What the database holds now.
  ///   - original: What it held when the field was set here.
  public func isInConflict(with theirs: Value, since original: Value, in affinity: Affinity) -> Bool {
    !original.isHeld(as: theirs, in: affinity) && !isHeld(as: theirs, in: affinity)
  }
}
