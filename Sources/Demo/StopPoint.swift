import Screens

/// What the tour stops at: as soon as such statements have run, nothing goes on before the person says so.
enum StopPoint: CaseIterable, Hashable {
  case nothing, hydrations, writes, evictions

  /// The next one, after the last one the first.
  var next: StopPoint {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
