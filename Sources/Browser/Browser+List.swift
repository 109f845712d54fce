import BookStore
import Records
import Screens

/// Orders, filters and jumps: what changes which rows the list shows and where it stands.
extension Browser {
  /// The figures of the status line.
  var meter: Meter {
    let counts = store.counts
    return Meter(
      count: lists.isEmpty ? .exactly(store.tables.count) : listing.total,
      found: listing.isFiltered ? listing.count : nil,
      hydrated: counts.hydrated, dirty: counts.dirty, byteCount: counts.byteCount,
      hasConflicts: store.conflicts.unsettledCount > 0, canUndo: store.history.canUndo)
  }

  /// Takes in what the store's threads have found out.
  func takeNews() {
    if let end = store.writer.takeWriteBack() {
      if end.isForWarning { report(end.dehydration) } else { note(end.dehydration.writeBack) }
    }
    keepingSelection {
      do throws(StoreError) {
        // Work on all rows goes by their places.
        try store.takeNews(refreshing: work == nil)
      } catch {
        if error != .busy { stack.message = .problem(Wording.sentence(error)) }
      }
    }
    seek()
    if let jump = pendingJump { goOn(with: jump) }
  }

  /// Shows the rows in an order or with a filter and selects a record in it as soon as it is there.
  ///
  /// A search for a row of the list ends, for the list will have others; for work on all rows they have to stay.
  func arrange(by order: ListOrder, finding words: String, keeping id: RecordID?) throws(StoreError) {
    if let work, work.needsList { return stack.message = Wording.stillWorking }
    if work?.isSearch == true { cancelWork() }
    try listing.arrange(by: order, finding: words)
    seeking = Seeking(id: id)
    seek()
  }

  /// The record at the list's selected place, or nil where it cannot be told.
  var selectedRecord: RecordID? {
    let place = stack.selectedPlace
    return (try? store.rows(in: place..<place + 1, of: listing, forFrame: true))?.first??.id
  }

  /// Does something that may move rows of the list, and keeps the same record selected; the place stays where the list
  /// shows the record no more.
  func keepingSelection<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let id = seeking == nil ? selectedRecord : nil
    try body()
    guard let id, selectedRecord != id else { return }
    seeking = Seeking(id: id, isAtTop: true)
    seek()
  }

  /// Selects the record that is sought; until it is there, and where the list does not show it, the first row.
  func seek() {
    guard let sought = seeking, listing.isShowingLatest else { return }
    do {
      if let id = sought.id, let place = try listing.position(of: id) {
        select(place)
      } else {
        if !sought.isAtTop { select(0) }
        seeking = listing.isSettled ? nil : Seeking(id: sought.id, isAtTop: true)
      }
    } catch {
      if error != .busy { stack.message = .problem(Wording.sentence(error)) }
    }
  }

  /// Goes to a place of the list; where that needs the number of rows it goes as far as is known, and on when it is.
  func go(_ jump: Jump) {
    pendingJump = nil
    switch (jump, listing.count) {
    case (.row(let number), .exactly(let count)) where number > count: land(at: count - 1, of: count)
    case (.row(let number), .exactly): select(number - 1)
    case (.row(let number), .atLeast(let count)) where number <= count: select(number - 1)
    case (.percent(let percent), .exactly(let count)):
      land(at: min(count * percent / 100, count - 1), of: count)
    case (.end, .exactly(let count)): select(count - 1)
    case (.firstTitle(let character), _): goToFirst(from: String(character))
    // Until the rest is known, what is known.
    case (.percent(let percent), .atLeast(let count)): wait(with: jump, at: count * percent / 100)
    case (.row, .atLeast(let count)), (.end, .atLeast(let count)): wait(with: jump, at: count - 1)
    }
  }

  /// Goes to a place that the person has not named by its number, and says that.
  private func land(at place: Int, of count: Int) {
    select(place)
    if count > 0 { stack.message = Wording.landed(at: place, of: count) }
  }

  private func wait(with jump: Jump, at place: Int) {
    select(place)
    pendingJump = jump
  }

  /// Does a jump that waited, once the number of rows is known; the end is followed meanwhile.
  private func goOn(with jump: Jump) {
    if jump == .end || listing.count.isExact { return go(jump) }
    if case .row(let number) = jump, number <= listing.count.value { go(jump) }
  }

  private func select(_ place: Int) {
    seeking = nil
    stack.receive(.selected(max(0, place)))
  }

  private func goToFirst(from text: String) {
    do {
      guard let place = try listing.firstPosition(from: text) else {
        stack.message = Wording.orderByTextFirst
        return
      }
      select(min(place, listing.count.value - 1))
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
  }

  /// Whether something is being worked on, whose progress the status line shows.
  public var isWorking: Bool { progress != nil }

  /// Whether an order or a filter is not shown yet, which nothing but Esc ends: one that is shown comes off by itself, also while
  /// its rows are found again.
  private var isArranging: Bool {
    listing.words != listing.latestWords || listing.order != listing.latestOrder
  }

  /// What is being worked on, for the status line.
  var progress: WorkProgress? {
    if waiting != nil || isWorkLocked { return waitingProgress }
    if let work {
      let what = work.name
      return WorkProgress(
        quitsAfterWork ? Wording.thenQuitting(what) : what, fraction: work.fraction,
        isCancellable: true, needsList: work.needsList)
    }
    if store.files.isTransferring, let transfer = errands.transfer {
      return WorkProgress(Wording.doing(transfer), fraction: errands.progress)
    }
    if let activity = listing.activity {
      return WorkProgress(
        activity.isWaiting
          ? Wording.waitingForLock : Wording.doing(activity.kind, listing.latestOrder, listing.schema),
        fraction: activity.fraction,
        isCancellable: activity.kind == .sorting || isArranging)
    }
    return store.writer.isWritingBack
      ? WorkProgress(Wording.writingBack, isCancellable: store.writer.isWritingLong) : waitingProgress
  }
}
