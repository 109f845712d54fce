/// Whether frames are marked (mode 2026), so that the terminal shows each at once.
public enum FrameMarks: String, CaseIterable, Sendable {
  /// If the terminal claims to know the marks, and there is no multiplexer.
  case auto
  /// If the terminal or the multiplexer claims to know the marks.
  case yes
  case no
}
