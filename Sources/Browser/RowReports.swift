import BookStore
import Screens

/// What is read about all rows of a list, for screens over it: statistics and duplicates.
final class RowReports {
  let statistics: StatisticsErrands
  let duplicates: DuplicateErrands

  init(_ workspace: Workspace, _ navigation: Navigation, _ runner: WorkRunner) {
    statistics = StatisticsErrands(workspace, navigation)
    duplicates = DuplicateErrands(workspace, runner)
  }

  /// The progress of the work, if there is any.
  var progress: WorkProgress? { statistics.progress ?? duplicates.progress }

  /// Cancels the work, if there is any; what was read before stays.
  func cancel() -> Bool { statistics.cancel() || duplicates.cancel() }

  /// Passes what was read to the screens.
  func refresh() {
    statistics.refresh()
    duplicates.refresh()
  }
}
