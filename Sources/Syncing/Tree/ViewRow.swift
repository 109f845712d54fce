import Records

/// A row as the library should hold it, worked out from the tree.
package struct ViewRow: Hashable, Sendable {
  /// Why something of the tree is not shown.
  package enum Reason: Hashable, Sendable {
    /// Another row, whose name is smaller, has the unique value; if it is that of the declared key, the row cannot be there.
    case unique([Text], holder: RowName)
    /// The column takes only values of another class.
    case kind
    /// The column needs a value, and there is none that it could show.
    case required
    /// The table has a rowid, and the row has no number.
    case noKey
  }

  /// The smallest name of those of the rows that are this one.
  package let name: RowName
  package let table: Text
  /// All rows that are this one, sorted by name.
  package let members: [TreeRow]
  /// Whether the library should have the row; if there is an obstacle, it cannot.
  package var isThere: Bool
  /// The number in a table with a rowid.
  package var key: Int64?
  /// What each column shows, without NULLs; references are names of view rows.
  package var values: [Text: TreeValue] = [:]
  /// What is not shown, by column.
  package var leftOut: [Text: Reason] = [:]
  /// Why the row cannot be in the library, although it should.
  package var obstacle: Reason?

  /// The rows after a change of this one by somebody who knew all that is here.
  package func changed(_ values: [Text: TreeValue], key: Int64? = nil, by write: UInt64) -> [TreeRow] {
    TreeRowSet(members)?.changed(values, key: key, by: write) ?? []
  }

  /// The rows after this one was deleted.
  package func deleted(by write: UInt64) -> [TreeRow] { TreeRowSet(members)?.deleted(by: write) ?? [] }

  /// The rows after it was decided that this one stays, or after it was added again.
  package func kept(by write: UInt64) -> [TreeRow] { TreeRowSet(members)?.kept(by: write) ?? [] }
}

/// What a column of the library can take, as far as the view must know.
package struct LocalColumn: Hashable, Sendable {
  package var affinity: Affinity
  /// Whether the column takes only values of its type: in a strict table, unless it takes any, or as a rowid.
  package var isStrict: Bool
  /// Whether the column does not take NULL.
  package var isRequired: Bool

  package init(affinity: Affinity, isStrict: Bool = false, isRequired: Bool = false) {
    (self.affinity, self.isStrict, self.isRequired) = (affinity, isStrict, isRequired)
  }

  /// Whether the column can hold a value, as it is or as SQLite converts it.
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

  /// Whether the column holds a value as it is; not for some that SQLite may store otherwise.
  func keeps(_ value: Value) -> Bool {
    switch value {
    case .text(let text) where !text.isValid: false
    case .real(let number) where number == 0 && number.sign == .minus: false
    default: takes(.value(value)) && value.stored(in: affinity) == value
    }
  }
}
