import BookStore
import Screens

/// The reports on all rows of a list: statistics, groups and duplicates.
final class RowReports {
  let statistics: StatisticsErrands
  let groups: GroupErrands
  let duplicates: DuplicateErrands

  init(_ workspace: Workspace, _ navigation: Navigation, _ runner: WorkRunner) {
    statistics = StatisticsErrands(workspace, navigation)
    groups = GroupErrands(workspace)
    duplicates = DuplicateErrands(workspace, runner)
  }

  /// The progress of the work, if there is any.
  var progress: WorkProgress? { statistics.progress ?? groups.progress ?? duplicates.progress }

  /// Cancels the work, if there is any; what was read before stays.
  func cancel() -> Bool { statistics.cancel() || groups.cancel() || duplicates.cancel() }

  /// Passes what was read to the screens.
  func refresh() {
    statistics.refresh()
    groups.refresh()
    duplicates.refresh()
  }
}
