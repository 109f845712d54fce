import Records

extension ScreenStack {
  /// The record that the top screen is about and does not have yet.
  public var recordToLookAt: RecordID? {
    guard case .detail(let detail) = top, detail.record == nil else { return nil }
    return detail.id
  }

  /// Whether a value is being typed, which a change of what is below would take away.
  public var isTypingValue: Bool { mode.isEditor || mode == .draft }
}
