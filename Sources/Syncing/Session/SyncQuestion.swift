import Records

/// A conflict between machines that the person has to settle.
package struct SyncQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case field(String)
    /// The row was deleted here, and changed or referenced there.
    case deletedHere
    /// The row was deleted there, and changed or referenced here.
    case deletedThere
    case refused(String)
  }

  package let number: Int
  package let table: String
  package let key: [Value]
  package let title: Value
  package let kind: Kind
  package let mine: Value
  /// The other machines' values, with the machines' names.
  package let theirs: [Their]
  /// Nil if unknown.
  package let original: Value?

  /// Whether both are the same question, regardless of their numbers.
  func isSame(as other: SyncQuestion) -> Bool {
    (table, key, kind, mine) == (other.table, other.key, other.kind, other.mine) && theirs == other.theirs
  }

  package struct Their: Hashable, Sendable {
    package let machine: String
    package let value: Value
  }
}
