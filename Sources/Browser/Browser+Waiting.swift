import BookStore
import Cells
import Records
import Screens

/// What waits until another program lets go of the database; it is tried again by itself.
extension Browser {
  /// What is tried again.
  enum Waiting {
    case effect(Effect)
    /// The write-back of every edit.
    case writeBack

    /// What keys do meanwhile.
    enum Manner {
      /// They wait, too, since what is done now could mean something else later.
      case exclusive
      /// They go on beside it.
      case patient
      /// They end it.
      case fleeting
    }

    var manner: Manner {
      switch self {
      case .writeBack, .effect(.memoryWarning): .patient
      case .effect(let effect):
        switch effect {
        case .look, .lookAtNeighbor, .openLink, .openList, .openRecord, .openReferences, .openHistory, .jump,
          .order, .find, .findNext:
          .fleeting
        default: .exclusive
        }
      }
    }
  }

  /// How long the store waits for a lock before the loop goes on and tries again.
  static let lockTimeout = Duration.milliseconds(5)

  /// Whether something is tried again in a moment.
  var isWaiting: Bool { waiting != nil || isLockedOut || isWorkLocked || isLookLocked }

  /// Has something tried again.
  func wait(for waiting: Waiting) {
    self.waiting = waiting
    stack.message = nil
  }

  /// Tries it again.
  func tryAgain() {
    if isLookLocked {
      isLookLocked = false
      if let id = stack.recordToLookAt { perform([.look(id)]) }
    }
    guard let waiting else { return }
    self.waiting = nil
    switch waiting {
    case .effect(let effect): perform([effect])
    case .writeBack: writeBack()
    }
  }

  /// Takes a key while something waits; true where it is no more to be done.
  func takeWhileWaiting(_ key: Key) -> Bool {
    guard let waiting else { return false }
    switch (key, waiting.manner) {
    case (_, .fleeting):
      self.waiting = nil
      return false
    case (.escape, _), (.control("c"), .exclusive):
      self.waiting = nil
      stack.message = waiting.manner == .patient ? Wording.writingCancelled : Wording.cancelled
      if case .effect(.quit) = waiting {
        askAboutQuitting(Wording.notWritten(store.counts.dirty, store.recordSchema, .busy))
      }
      return true
    case (_, .patient), (.control("l"), _), (.control("z"), _): return false
    case (_, .exclusive): return true
    }
  }

  /// What the status line says meanwhile.
  var waitingProgress: WorkProgress? {
    guard isWaiting else { return nil }
    let takesEscape = waiting.map { $0.manner != .fleeting } ?? false
    let turn = (ContinuousClock.now - start) / .milliseconds(100)
    return WorkProgress(
      Wording.waitingForLock, isCancellable: takesEscape || isWorkLocked && waiting == nil,
      isCancellableAnywhere: takesEscape, needsList: work?.needsList == true, turn: Int(turn))
  }
}
