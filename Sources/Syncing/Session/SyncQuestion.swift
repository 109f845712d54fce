import Records

/// A conflict that the person has to settle.
package struct SyncQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case field(String)
    /// The row was deleted here, and changed or referenced elsewhere.
    case deletedHere
    /// The row was deleted elsewhere, and changed or referenced here.
    case deletedThere
    /// Another row has the same value in unique columns.
    case unique([String])
    /// The library rejects the row, or a column its value.
    case refused(Reason)
  }

  package enum Reason: Hashable, Sendable {
    /// The library's reason, in words.
    case library(String)
    /// The column accepts only values of another type.
    case kind(String)
    case required(String)
    /// The row has no number, or references a missing row.
    case incomplete
  }

  package let number: Int
  package let table: String
  package let key: [Value]
  package let title: Value
  package let kind: Kind
  package let mine: Value
  package let theirs: [Their]
  /// Nil if unknown.
  package let original: Value?
  /// The same on each machine as long as the question is.
  package let id: RowName

  /// The column in conflict; nil if the question is about the row.
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

  /// Compares everything except the numbers.
  func isSame(as other: SyncQuestion) -> Bool {
    (id, kind, mine) == (other.id, other.kind, other.mine) && theirs == other.theirs
  }

  package struct Their: Hashable, Sendable {
    package let machine: String
    package let value: Value
  }
}

package enum SyncChoice: Hashable, Sendable {
  case mine
  /// Another machine's value, by its index in the question.
  case other(Int)
  case original

  /// The other machine's value, or the first of several.
  package static let theirs = SyncChoice.other(0)

  /// Parses `mine`, `original`, `theirs`, or `theirs2` for the second of several.
  package init?(_ text: String) {
    switch text {
    case "mine": self = .mine
    case "original": self = .original
    case "theirs": self = .theirs
    default:
      guard text.hasPrefix("theirs"), let number = Int(text.dropFirst(6)), text == "theirs\(number)",
        number > 1
      else { return nil }
      self = .other(number - 1)
    }
  }

  package var text: String {
    switch self {
    case .mine: "mine"
    case .other(let place): place == 0 ? "theirs" : "theirs\(place + 1)"
    case .original: "original"
    }
  }
}
