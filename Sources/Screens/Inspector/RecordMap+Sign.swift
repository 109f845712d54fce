import Records

extension RecordMap.Filling {
  /// The sign of a cell of the map.
  public var sign: String {
    switch self {
    case .known: "·"
    case .some: "○"
    case .hydrated: "●"
    case .someDirty: "◇"
    case .dirty: "◆"
    }
  }
}
