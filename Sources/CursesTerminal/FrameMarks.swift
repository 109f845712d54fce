/// Whether frames are marked, so that the terminal shows each at one moment (mode 2026).
public enum FrameMarks: String, CaseIterable, Sendable {
  /// If the terminal says that it knows the marks, and no multiplexer is between.
  case auto
  /// If the terminal or the multiplexer says that it knows them.
  case yes
  /// Never.
  case no
}
