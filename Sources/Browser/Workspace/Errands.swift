import BookStore
import Screens

/// The errands, in the order in which the status line shows them.
enum ErrandKind: Int {
  case work, file, clipboard, transfer, rule, sync, values, statistics, groups, duplicates, statement,
    command, schema
  case picture, suggestions, history, inspector, diagnostics

  /// The groups in the order in which Esc cancels them: all running errands of the first group that has any.
  static let escape: [[Self]] = [
    [.values], [.statistics], [.groups], [.duplicates], [.transfer], [.rule], [.sync],
    [.statement, .command, .schema], [.work],
  ]
}

/// Work beside the loop, in slices or on a thread, or a supplier of a screen while it is shown.
protocol Errand: AnyObject {
  var kind: ErrandKind { get }
  var progress: WorkProgress? { get }
  var unfinished: Unfinished? { get }
  /// Whether the loop can drop the errand until it begins again.
  var isOver: Bool { get }
  func takeNews() -> ErrandNews?
  func refresh()
  /// Returns false if there is nothing to cancel.
  func cancel() -> Bool
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

struct Unfinished {
  let name: String
  /// Otherwise all of it can be rolled back.
  let canBeFinished: Bool
}

enum ErrandNews {
  case effects([Effect])
  case rows
  case library(String)
  case result(Workspace.ShownResult, BookStore)
}

final class Errands {
  private var current: [any Errand] = []

  func begin(_ errand: some Errand) {
    guard !current.contains(where: { $0 === errand }) else { return }
    let place = current.firstIndex { $0.kind.rawValue > errand.kind.rawValue }
    current.insert(errand, at: place ?? current.endIndex)
  }

  var isWorking: Bool { current.contains { $0.kind == .work && !$0.isOver } }
  var progress: WorkProgress? { current.lazy.compactMap(\.progress).first }
  var unfinished: Unfinished? { current.lazy.compactMap(\.unfinished).first }

  /// Whether an errand works on the file with its own store.
  var isTransferring: Bool { current.contains { $0.unfinished?.canBeFinished == false } }

  func stopTransfers() {
    for errand in current where errand.unfinished?.canBeFinished == false { errand.end() }
  }

  var hasProgress: Bool {
    current.contains { ![.statement, .schema].contains($0.kind) && $0.progress != nil }
  }

  func takeNews(_ follow: (ErrandNews) -> Void) {
    for errand in current { errand.takeNews().map(follow) }
    dropOver()
  }

  func refresh() {
    for errand in current { errand.refresh() }
    dropOver()
  }

  private func dropOver() {
    if !current.isEmpty { current.removeAll(where: \.isOver) }
  }

  func cancel() -> Bool {
    defer { dropOver() }
    for kinds in ErrandKind.escape {
      let ended = current.filter { kinds.contains($0.kind) && $0.cancel() }
      if !ended.isEmpty { return true }
    }
    return false
  }

  func end() {
    for errand in current { errand.end() }
    current = []
  }
}
