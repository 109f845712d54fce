import Screens

/// What the tour stops at: after such statements, nothing continues until the person says so.
enum StopPoint: CaseIterable, Hashable {
  case nothing, hydrations, writes, evictions

  /// The next one, wrapping around.
  var next: StopPoint {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
