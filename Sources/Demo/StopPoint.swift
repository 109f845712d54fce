/// What the tour stops after, until the person continues.
enum StopPoint: CaseIterable, Hashable {
  case nothing, hydrations, writes, evictions

  var next: StopPoint {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
