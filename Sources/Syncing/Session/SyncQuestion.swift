import Records

/// A conflict between machines that the person has to settle.
package struct SyncQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case field(String)
    /// The row was deleted here, and changed or referenced there.
    case deletedHere
    /// The row was deleted there, and changed or referenced here.
    case deletedThere
    /// Another row has the same value in columns that allow each value once.
    case unique([String])
    /// The library does not take the row, or a column its value.
    case refused(Reason)
  }

  package enum Reason: Hashable, Sendable {
    /// The library's reason, in words.
    case library(String)
    /// The column takes only values of another class.
    case kind(String)
    /// The column needs a value.
    case required(String)
    /// The row has no number, or points to a row that is not here.
    case incomplete
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
  /// The same on each machine, for as long as it is the same question.
  package let id: RowName

  /// The column whose values differ; nil if the question is about the row.
  package var column: String? { if case .field(let name) = kind { name } else { nil } }

  /// The value that a choice gives to the column; nil if the question is about the row.
  package func value(of choice: SyncChoice) -> Value? {
    guard column != nil else { return nil }
    return switch choice {
    case .mine: mine
    case .original: original
    case .other(let place): theirs.indices.contains(place) ? theirs[place].value : nil
    }
  }

  /// Whether both are the same question, regardless of their numbers.
  func isSame(as other: SyncQuestion) -> Bool {
    (id, kind, mine) == (other.id, other.kind, other.mine) && theirs == other.theirs
  }

  package struct Their: Hashable, Sendable {
    package let machine: String
    package let value: Value
  }
}
