import ArgumentParser
import BookStore
import Records
import Screens

/// How many rows a command may change: exactly this many, as in `57`, or at most this many, as in `..10`.
struct RowLimit: ExpressibleByArgument {
  private let bounds: ClosedRange<Int>

  init?(argument: String) {
    let isMost = argument.hasPrefix("..")
    guard let number = Int(isMost ? argument.dropFirst(2) : argument[...]), number >= 0 else { return nil }
    bounds = isMost ? 0...number : number...number
  }

  var defaultValueDescription: String { "" }

  /// Refuses another number of rows, before anything is changed.
  ///
  /// - Throws: `CommandFailure`.
  func check(_ count: Int, _ schema: Schema) throws {
    guard !bounds.contains(count) else { return }
    let allowed =
      (bounds.lowerBound == bounds.upperBound ? "" : "at most ") + Wording.number(bounds.upperBound)
    throw CommandFailure(
      "This is about \(Wording.count(count, schema)), and --rows allows \(allowed). Nothing was changed. "
        + "If these rows are meant, repeat their number: --rows \(count).", CommandStatus.nothingDone)
  }
}
