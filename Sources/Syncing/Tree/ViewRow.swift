import Records

/// A row as the library should have it.
package struct ViewRow: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Another row, with a smaller name, has the unique value; if that is the declared key, this row cannot exist.
    case unique([Text], holder: RowName)
    /// The column accepts only values of another type.
    case kind
    /// The column is required, but has no value that it can show.
    case required
    /// The table has a rowid, but the row has none.
    case noKey
  }

  package let name: RowName
  package let table: Text
  /// The rows of the tree that are this one, sorted by name.
  package let members: [TreeRow]
  /// Whether the library should have the row; an obstacle may prevent it.
  package var isThere: Bool
  package var key: Int64?
  /// The shown values, without NULLs; references use the names of view rows.
  package var values: [Text: TreeValue] = [:]
  package var leftOut: [Text: Reason] = [:]
  /// Why the library cannot have the row although it should.
  package var obstacle: Reason?

  /// The members after a change by somebody who knew everything in them.
  package func changed(_ values: [Text: TreeValue], key: Int64? = nil, by write: UInt64) -> [TreeRow] {
    TreeRowSet(members)?.changed(values, key: key, by: write) ?? []
  }

  package func deleted(by write: UInt64) -> [TreeRow] { TreeRowSet(members)?.deleted(by: write) ?? [] }

  /// The members after a decision that this row stays, or after it was added again.
  package func kept(by write: UInt64) -> [TreeRow] { TreeRowSet(members)?.kept(by: write) ?? [] }
}

package struct LocalColumn: Hashable, Sendable {
  package var affinity: Affinity
  /// Whether the column accepts only values of its type, as in a strict table or a rowid.
  package var isStrict: Bool
  package var isRequired: Bool

  package init(affinity: Affinity, isStrict: Bool = false, isRequired: Bool = false) {
    (self.affinity, self.isStrict, self.isRequired) = (affinity, isStrict, isRequired)
  }

  /// Whether the column can hold a value, perhaps converted by SQLite.
  func takes(_ value: TreeValue) -> Bool {
    guard isStrict else { return true }
    switch (value, affinity) {
    case (.row, _): return true
    case (.large(let name), _): return affinity == (name.isText ? .text : .blob)
    case (.value(let value), _):
      switch (value.stored(in: affinity), affinity) {
      case (.integer, .integer), (.integer, .wholeCoordinate), (.real, .real), (.real, .coordinate):
        return true
      case (.integer, .numeric), (.real, .numeric), (.text, .text), (.blob, .blob): return true
      default: return false
      }
    }
  }

  /// Whether the column surely stores a value unchanged.
  func keeps(_ value: Value) -> Bool {
    switch value {
    case .text(let text) where !text.isValid: false
    case .real(let number) where number == 0 && number.sign == .minus: false
    default: takes(.value(value)) && value.stored(in: affinity) == value
    }
  }
}
