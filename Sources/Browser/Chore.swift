import Cells

/// Something that the browser does after each event, or after a while without one.
struct Chore: Sendable {
  /// Why it comes at this point in the list.
  let reason: String
  let run: @Sendable (Browser, Event?) -> Void
}
