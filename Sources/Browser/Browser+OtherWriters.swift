import BookStore
import Records
import Screens

/// What other programs do to the database meanwhile.
extension Browser {
  /// Looks once a second whether another program has written, and shows what is there now.
  ///
  /// While a value is typed the record below stays what it was, so that a write-back finds out what was changed since.
  func noticeOthers() {
    guard ContinuousClock.now >= nextOthersCheck, !stack.isTypingValue, work == nil else { return }
    nextOthersCheck = .now + .seconds(1)
    noticeReplacement()
    var found = BookStore.OtherWriting.nothing
    keepingSelection { found = store.checkForOtherWriters() }
    switch found {
    case .nothing: return
    case .rows: lookAgain()
    case .schema: stack.message = Wording.schemaChanged(reopen())
    case .everything: stack.message = Wording.databaseChanged(reopen())
    }
  }

  /// Says once that the file is not there any more, before the person relies on it.
  private func noticeReplacement() {
    let isReplaced = store.isFileReplaced
    if isReplaced, !hasSaidReplacement { stack.message = .problem(Wording.sentence(.fileReplaced)) }
    hasSaidReplacement = isReplaced
  }

  /// Opens the database anew where its tables have changed; nothing unsaved is given up for it.
  private func reopen() -> StoreError? {
    if let reason = store.writeBack().reason { return reason }
    do throws(StoreError) {
      goOn(with: try store.reopened())
      return nil
    } catch {
      return error
    }
  }
}
