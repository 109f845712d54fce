import Records

/// Has each first look at a record wait, as it would for a slow server, while the keys go on being answered.
///
/// A look that nobody waits for any more is dropped.
final class LateLooks {
  private unowned let workspace: Workspace
  private var waiting: [(id: RecordID, due: ContinuousClock.Instant)] = []

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Whether a record on screen has to wait for its fields.
  var isWaiting: Bool { !waiting.isEmpty }

  /// How long it is until the next look is due, or nil if none waits.
  var timeout: Duration? {
    waiting.map(\.due).min().map { max(.zero, ContinuousClock.now.duration(to: $0)) }
  }

  /// Puts a look off; false if it is to be done now: the record is held, or its time is over.
  func putOff(_ id: RecordID) -> Bool {
    let latency = workspace.settings.lookLatency
    guard latency > .zero, workspace.store.state(of: id) == .known else { return false }
    guard let place = waiting.firstIndex(where: { $0.id == id }) else {
      waiting.append((id, .now + latency))
      return true
    }
    guard waiting[place].due <= .now else { return true }
    waiting.remove(at: place)
    return false
  }

  /// The records whose time is over.
  func due() -> [RecordID] {
    guard !waiting.isEmpty else { return [] }
    let shown = workspace.stack.needs.shownRecords
    waiting.removeAll { !shown.contains($0.id) }
    return waiting.filter { $0.due <= .now }.map(\.id)
  }

  /// Forgets all of them, because the store is another one.
  func forget() { waiting = [] }
}
