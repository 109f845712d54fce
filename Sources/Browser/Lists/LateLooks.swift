import Records

/// Delays the first access to each shown record, as a slow server would.
final class LateLooks {
  private unowned let workspace: Workspace
  private var waiting: [(id: RecordID, due: ContinuousClock.Instant)] = []

  init(_ workspace: Workspace) { self.workspace = workspace }

  var isWaiting: Bool { !waiting.isEmpty }

  var timeout: Duration? {
    waiting.map(\.due).min().map { max(.zero, ContinuousClock.now.duration(to: $0)) }
  }

  /// Returns false if the record is hydrated or its delay is over.
  func putOff(_ id: RecordID) -> Bool {
    let latency = workspace.settings.lookLatency
    guard latency > .zero, workspace.store.shelf.state(of: id) == .known else { return false }
    guard let place = waiting.firstIndex(where: { $0.id == id }) else {
      waiting.append((id, .now + latency))
      return true
    }
    guard waiting[place].due <= .now else { return true }
    waiting.remove(at: place)
    return false
  }

  func due() -> [RecordID] {
    guard !waiting.isEmpty else { return [] }
    let shown = workspace.stack.needs.shownRecords
    waiting.removeAll { !shown.contains($0.id) }
    return waiting.filter { $0.due <= .now }.map(\.id)
  }

  func forget() { waiting = [] }
}
