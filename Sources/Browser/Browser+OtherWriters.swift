import BookStore
import Platform
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
    var found = OtherWriting.nothing
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
    if isReplaced, !hasSaidReplacement { askAboutReplacement() }
    hasSaidReplacement = isReplaced
  }

  /// Asks what to do where the file was moved, replaced or removed; where there is nothing to choose from, it is only said.
  private func askAboutReplacement() {
    let (isThere, dirtyCount) = (access(store.path, F_OK) == 0, store.counts.dirty)
    // What is in memory only would go with the store.
    let canOpen = isThere && (dirtyCount == 0 || store.logState == .ready)
    guard canOpen || dirtyCount > 0 else {
      return stack.message = .problem(Wording.sentence(.fileReplaced))
    }
    stack.receive(.alert(.replaced(canOpen: canOpen, unsavedCount: dirtyCount)))
  }

  /// Opens the file that is there now; edits that fit it are offered as those of a session that has ended.
  func openReplacement() {
    do throws(StoreError) {
      goOn(with: try store.reopened())
      (isRecoveryDue, hasSaidReplacement) = (true, false)
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
  }

  /// Writes the database as it was opened to the first free name beside it.
  func rescue() {
    let name = store.path.hasSuffix(".sqlite") ? String(store.path.dropLast(7)) : store.path
    let names = (1...999).lazy.map { "\(name)-rescued\($0 == 1 ? "" : "-\($0)").sqlite" }
    guard let path = names.first(where: { access($0, F_OK) != 0 }) else { return }
    do throws(StoreError) {
      try store.rescue(to: path)
      stack.message = Wording.rescued(to: path, unsavedCount: store.counts.dirty)
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
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
