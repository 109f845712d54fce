import Cells

/// The keys with which a file is chosen.
extension KeyTable {
  static let files: [KeyBinding] = [
    KeyBinding(
      [.files], [.enter: .open, .right: .open, .character("l"): .open],
      "enters the folder, or takes the file",
      hint: "⏎", "open"),
    KeyBinding(
      [.files], [.left: .back, .backspace: .back, .character("h"): .back], "goes to the folder above",
      hint: "←", "up"),
    KeyBinding(
      [.files],
      [.character("/"): .typePath("/"), .character("~"): .typePath("~/"), .tab: .typePath("")],
      "types a path, from the root, from home, or from the folder", hint: "Tab", "type a path"),
    KeyBinding(
      [.files], [.character("."): .toggleHidden], "shows or leaves out hidden entries", hint: ".", "hidden",
      isMinor: true),
    KeyBinding(
      [.files], [.escape: .cancel, .control("c"): .cancel, .character("q"): .cancel], "chooses no file",
      hint: "Esc", "cancel"),
    KeyBinding(
      [.filePath], [.enter: .save, .control("s"): .save],
      "takes the file, or the entry that was gone to, or enters the folder", hint: "⏎", "take"),
    KeyBinding(
      [.filePath], [.tab: .complete], "goes on with the path as far as it is plain how", hint: "Tab",
      "complete"),
    KeyBinding(
      [.filePath],
      [.up: .move(-1), .down: .move(1), .pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2)],
      "goes up or down in the entries", hint: "↑↓", "move"),
    KeyBinding(
      [.filePath], [.escape: .cancel, .control("c"): .cancel], "types no path", hint: "Esc", "cancel"),
  ]
}
