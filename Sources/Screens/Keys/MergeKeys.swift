import Cells

enum MergeKeys {
  static let all: [KeyBinding] = [
    KeyBinding(
      [.list], [.character("\""): .asks(.duplicates(.open), "duplicates")], "finds rows that may be the same"
    ).used(for: .looking),
    KeyBinding(
      [.list], [.character("M"): .merge], "shows the marked rows side by side, to make one of them",
      hint: "M", "merge", isMinor: true),
    KeyBinding(
      [.duplicates], [.enter: .open, .right: .open, .character("l"): .open],
      "shows the rows of the group side by side", hint: "⏎", "compare"),
    KeyBinding(
      [.duplicates], [.character("A"): .mergeAlike],
      "asks whether to merge all groups in which nothing differs", hint: "A", "alike"),
    KeyBinding(
      [.duplicates], [.character("/"): .find], "shows the lines that have the words", hint: "/", "find",
      isMinor: true),
    KeyBinding(
      [.merge], [.enter: .open], "counts what merging changes, and asks", hint: "⏎", "merge"),
    KeyBinding(
      [.merge],
      [
        .left: .moveAcross(-1), .right: .moveAcross(1), .character("h"): .moveAcross(-1),
        .character("l"): .moveAcross(1),
      ], "takes the field from the row on the left or on the right", hint: "←→", "choose"),
    KeyBinding(
      [.duplicates, .merge], [.character("N"): .callDifferent],
      "notes that these rows are different ones, until one of them changes", hint: "N", "differ"),
    KeyBinding(
      [.merge], [.character("b"): .takeAll], "takes a list or a long text of all rows", hint: "b", "both",
      isMinor: true),
    KeyBinding(
      [.merge], [.tab: .keepNext], "has the next row stay instead of the first one", hint: "Tab",
      "other stays", isMinor: true),
    KeyBinding(
      [.duplicates], [.escape: .dismiss, .left: .back, .character("h"): .back, .character("q"): .back],
      "stops the search, or goes back", hint: "Esc", "back"),
    KeyBinding(
      [.merge], [.escape: .back, .character("q"): .back], "goes back, and merges nothing", hint: "Esc",
      "back"),
    KeyBinding([.duplicates, .merge], [.control("c"): .quit], "writes your changes, and quits"),
  ]
}
