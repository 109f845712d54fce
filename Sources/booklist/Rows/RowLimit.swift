import ArgumentParser
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

  /// - Parameter others: How many other rows are deleted or changed along with these; they count as well.
  func check(_ count: Int, along others: Int = 0, _ schema: Schema) throws {
    let all = count + others
    guard !bounds.contains(all) else { return }
    let allowed =
      (bounds.lowerBound == bounds.upperBound ? "" : "at most ") + Wording.number(bounds.upperBound)
    let along =
      others == 0 ? "" : "\(HistoryWording.along(others)) that go along, \(Wording.number(all)) in all"
    throw CommandFailure(
      "This is about \(Wording.count(count, schema))\(along), and --rows allows \(allowed). Nothing was changed. "
        + "If these rows are meant, repeat their number: --rows \(all).", CommandStatus.nothingDone)
  }
}
