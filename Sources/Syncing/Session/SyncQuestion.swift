import Records

/// Something that two machines have done without knowing of each other, and that a person has to settle.
package struct SyncQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// They have set a field to different values.
    case field(String)
    /// The row was deleted here, and there it was changed, or something points to it.
    case deletedHere
    /// The row was deleted there, and here it was changed, or something points to it.
    case deletedThere
    /// The library refuses the row, with what it says.
    case refused(String)
  }

  /// Its number in the list.
  package let number: Int
  package let table: String
  package let key: [Value]
  package let title: Value
  package let kind: Kind
  /// What the library holds.
  package let mine: Value
  /// What others have set, with what they are called.
  package let theirs: [Their]
  /// What it was before, if that is known.
  package let original: Value?

  /// Whether it is the same question as one that was asked before, whatever its number was.
  func isSame(as other: SyncQuestion) -> Bool {
    (table, key, kind, mine) == (other.table, other.key, other.kind, other.mine) && theirs == other.theirs
  }

  package struct Their: Hashable, Sendable {
    package let machine: String
    package let value: Value
  }
}
