import BookStore
import Screens

/// What goes on beside the screens: the inspector, and the record beside the list.
extension Browser {
  /// How long no key comes before the record beside the list follows the cursor.
  private static let rest = Duration.milliseconds(150)

  /// Tells the inspector what it has room for; the store is observed for as long as it is open.
  func refreshInspector() {
    store.observation.noteTime()
    guard stack.isInspected else {
      if watch != nil { (watch, store.observation.isObserved) = (nil, false) }
      return
    }
    var watch = watch ?? Watch()
    store.observation.isObserved = true
    let now = ContinuousClock.now
    watch.sample(store, now)
    if let request = stack.inspectorRequest, watch.isDue(request, isWorking: work != nil, now) {
      let state = watch.state(
        request, store, lists.isEmpty ? nil : listing, shown: stack.visibleRecords,
        budget: settings.memoryBudget)
      stack.receive(.inspector(state))
    }
    self.watch = watch
  }

  /// Shows the selected row beside the list once no key has come for a while.
  func restIfDue() {
    guard let restTimeout, restTimeout <= .zero else { return }
    perform(stack.rest())
  }

  /// How long it is until the record beside the list follows, or nil where it need not.
  private var restTimeout: Duration? {
    stack.restingRow == nil ? nil : max(.zero, ContinuousClock.now.duration(to: lastKey + Self.rest))
  }

  /// How long it is at most until something beside the screens is due.
  var timeoutBeside: Duration? {
    let sample = watch.map { max(Duration.zero, ContinuousClock.now.duration(to: $0.nextSample)) }
    return [restTimeout, sample].compactMap { $0 }.min()
  }
}
