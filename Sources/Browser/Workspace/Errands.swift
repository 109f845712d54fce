import Screens

/// The errands, in the order in which the status line shows them.
enum ErrandKind: Int {
  case work, file, clipboard, transfer, rule, sync, values, statistics, groups, duplicates, statement,
    command, schema
  case picture

  /// The groups in the order in which Esc ends them: all errands of the first group that has one.
  static let escape: [[Self]] = [
    [.values], [.statistics], [.groups], [.duplicates], [.transfer], [.rule], [.sync],
    [.statement, .command, .schema], [.work],
  ]
}

/// Work beside the loop, in slices between the keys or on a thread.
protocol Errand: AnyObject {
  /// Its place among the others.
  var kind: ErrandKind { get }
  /// Its progress for the status line; nil if there is none to show.
  var progress: WorkProgress? { get }
  /// What quitting asks about first, if anything.
  var unfinished: Unfinished? { get }
  /// Whether the loop need not ask it any more, until it begins again.
  var isOver: Bool { get }
  /// Takes what it has found out since the last event; returns what the loop has to do about that.
  func takeNews() -> ErrandNews?
  /// Passes what is new to the screens before they are drawn.
  func refresh()
  /// Ends it, because the person said so; returns false if there is nothing to end.
  func cancel() -> Bool
  /// Ends it, because the program ends.
  func end()
}

extension Errand {
  var progress: WorkProgress? { nil }
  var unfinished: Unfinished? { nil }
  func takeNews() -> ErrandNews? { nil }
  func refresh() {}
  func cancel() -> Bool { false }
  func end() {}
}

/// What is left undone if the program quits at once.
struct Unfinished {
  /// The work, without a full stop.
  let name: String
  /// Whether the program can finish it first and then quit; otherwise all of it can be taken back.
  let canBeFinished: Bool
}

/// What the loop does after the news of an errand.
enum ErrandNews {
  /// It performs what the screens ask for.
  case effects([Effect])
  /// It looks at rows again that may have changed.
  case rows
  /// It goes on with a library that was made.
  case library(String)
}

/// The errands that are under way; the loop asks no others.
final class Errands {
  private var current: [any Errand] = []

  /// Has the loop ask an errand from now on, until it is over.
  func begin(_ errand: some Errand) {
    guard !current.contains(where: { $0 === errand }) else { return }
    let place = current.firstIndex { $0.kind.rawValue > errand.kind.rawValue }
    current.insert(errand, at: place ?? current.endIndex)
  }

  /// What the status line shows.
  var progress: WorkProgress? { current.lazy.compactMap(\.progress).first }

  /// What quitting asks about first.
  var unfinished: Unfinished? { current.lazy.compactMap(\.unfinished).first }

  /// Whether something goes on that works on the file by a store of its own.
  var isTransferring: Bool { current.contains { $0.unfinished?.canBeFinished == false } }

  /// Stops what works on the file by a store of its own.
  func stopTransfers() {
    for errand in current where errand.unfinished?.canBeFinished == false { errand.end() }
  }

  /// Takes the news of each.
  func takeNews(_ follow: (ErrandNews) -> Void) {
    for errand in current { errand.takeNews().map(follow) }
    dropOver()
  }

  /// Passes what is new to the screens.
  func refresh() {
    for errand in current { errand.refresh() }
    dropOver()
  }

  private func dropOver() {
    if !current.isEmpty { current.removeAll(where: \.isOver) }
  }

  /// Ends what Esc is for; returns false if there is nothing.
  func cancel() -> Bool {
    defer { dropOver() }
    for kinds in ErrandKind.escape {
      let ended = current.filter { kinds.contains($0.kind) && $0.cancel() }
      if !ended.isEmpty { return true }
    }
    return false
  }

  /// Ends all that is to be ended before the program is.
  func end() {
    for errand in current { errand.end() }
    current = []
  }
}
