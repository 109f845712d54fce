import BookStore
import Records
import Screens

/// Orders, filters and jumps: what changes which rows the list shows and where it stands.
extension Browser {
  /// Takes in what the store's threads have found out.
  func takeNews() {
    do {
      try store.takeNews()
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
    if let end = store.takeWriteBack() {
      if end.isForWarning { report(end.dehydration) } else { report(end.dehydration.writeBack) }
    }
    seek()
    if let jump = pendingJump { go(jump) }
  }

  /// Shows the rows in an order or with a filter and selects a record in it as soon as it is there.
  func arrange(by order: ListOrder, finding words: String, keeping id: RecordID?) throws(StoreError) {
    try store.arrange(by: order, finding: words)
    seeking = Seeking(id: id)
    seek()
  }

  /// Selects the record that is sought; until it is there, and where the list does not show it, the first row.
  private func seek() {
    guard let sought = seeking, store.listing.isShowingLatest else { return }
    do {
      if let id = sought.id, let place = try store.listing.position(of: id) {
        select(place)
      } else {
        if !sought.isAtTop { select(0) }
        seeking = store.listing.isSettled ? nil : Seeking(id: sought.id, isAtTop: true)
      }
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
  }

  /// Goes to a place of the list; where that needs the number of rows it waits until it is known.
  func go(_ jump: Jump) {
    pendingJump = nil
    switch (jump, store.listing.count) {
    case (.row(let number), .exactly(let count)): select(min(number, count) - 1)
    case (.row(let number), .atLeast(let count)) where number <= count: select(number - 1)
    case (.percent(let percent), .exactly(let count)): select(min(count * percent / 100, count - 1))
    case (.end, .exactly(let count)): select(count - 1)
    case (.firstTitle(let character), _): goToFirst(from: String(character))
    default: pendingJump = jump
    }
  }

  private func select(_ place: Int) {
    seeking = nil
    stack.receive(.selected(max(0, place)))
  }

  private func goToFirst(from text: String) {
    do {
      guard let place = try store.listing.firstPosition(from: text) else {
        stack.message = Wording.orderByTextFirst
        return
      }
      select(min(place, store.listing.count.value - 1))
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
  }

  /// What is being worked on, for the status line.
  var progress: WorkProgress? {
    if let work { return WorkProgress(Wording.doing(work), fraction: work.fraction, isCancellable: true) }
    if let activity = store.listing.activity {
      return WorkProgress(
        Wording.doing(activity.kind, store.listing.latestOrder, store.schema), fraction: activity.fraction,
        isCancellable: true)
    }
    return store.isWritingBack ? WorkProgress(Wording.writingBack) : nil
  }
}
