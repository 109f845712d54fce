import BookStore
import Screens

/// Feeds the inspector with what it has room for; the store is observed only while the inspector is open.
final class InspectorFeed {
  private let workspace: Workspace
  private var watch: Watch?

  init(_ workspace: Workspace) { self.workspace = workspace }

  func refresh(isWorking: Bool) {
    let store = workspace.store
    store.observation.noteTime()
    guard workspace.stack.needs.inspectorPage != nil else {
      // The trace continues without the inspector.
      if watch != nil { (watch, store.observation.isObserved) = (nil, workspace.settings.traceFile != nil) }
      return
    }
    var watch = watch ?? Watch(showsReadAhead: workspace.settings.showsReadAhead)
    store.observation.isObserved = true
    let now = ContinuousClock.now
    watch.sample(store, now)
    if watch.isAccountDue(isWorking: isWorking, now) { workspace.stack.receive(.account(store.account)) }
    if let request = workspace.stack.needs.inspector, watch.isDue(request, isWorking: isWorking, now) {
      let state = watch.state(
        request, store, workspace.lists.isEmpty ? nil : workspace.listing,
        shown: workspace.stack.needs.visibleRecords, budget: workspace.settings.memoryBudget)
      workspace.stack.receive(.inspector(state))
    }
    self.watch = watch
  }

  /// Marks the next figures as taken after a memory warning.
  func noteWarning() { watch?.noteWarning() }

  /// How long until the next figures are taken, or nil while the inspector is closed.
  var timeout: Duration? { watch.map { max(.zero, ContinuousClock.now.duration(to: $0.nextSample)) } }
}
