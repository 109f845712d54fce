import BookStore
import Records
import Screens

/// The figures and the progress on the status line.
struct StatusFigures {
  let workspace: Workspace
  let runner: WorkRunner
  let files: FileErrands
  let transfers: TransferErrands
  let values: ValueLists
  let reports: RowReports
  let lateLooks: LateLooks
  let libraries: Libraries

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }

  /// The figures of the status line.
  var meter: Meter {
    let counts = store.counts
    return Meter(
      count: workspace.lists.isEmpty ? .exactly(store.tables.count) : listing.total,
      found: listing.isFiltered ? listing.count : nil,
      hydrated: counts.hydrated, dirty: counts.dirty, byteCount: counts.byteCount,
      hasConflicts: store.conflicts.unsettledCount > 0 || !store.conflicts.standing.isEmpty,
      canUndo: store.history.canUndo, unsettledCount: transfers.unsettledCount)
  }

  /// Whether something will be retried soon because of a lock.
  var isWaiting: Bool { workspace.lock.isWaiting || workspace.focus.isLockedOut || runner.isLocked }

  /// The work in progress, for the status line.
  var progress: WorkProgress? {
    if workspace.lock.hasTask || runner.isLocked { return waitingProgress }
    if let work = runner.work {
      return WorkProgress(
        runner.quitsAfterwards ? BrowserWording.thenQuitting(work.name) : work.name, fraction: work.fraction,
        isCancellable: true, needsList: work.needsList)
    }
    if let progress = files.progress ?? transfers.progress ?? values.progress ?? reports.progress
      ?? libraries.progress
    {
      return progress
    }
    if let activity = listing.activity {
      return WorkProgress(
        activity.isWaiting
          ? BrowserWording.waitingForLock
          : BrowserWording.doing(activity.kind, listing.latestOrder, listing.schema),
        fraction: activity.fraction,
        isCancellable: activity.kind == .sorting || workspace.isArranging)
    }
    if store.writer.isWritingBack {
      return WorkProgress(BrowserWording.writingBack, isCancellable: store.writer.isWritingLong)
    }
    if lateLooks.isWaiting { return WorkProgress(BrowserWording.slowLook) }
    return isWaiting ? waitingProgress : nil
  }

  private var waitingProgress: WorkProgress {
    workspace.lock.progress(isWorkLocked: runner.isLocked, needsList: runner.work?.needsList == true)
  }

  /// The title of the window: the list, and the number of unwritten records.
  var windowTitle: String {
    let dirty = workspace.store.counts.dirty
    return Wording.name(of: workspace.stack.schema) + (dirty > 0 ? " · \(Wording.number(dirty)) dirty" : "")
  }
}
