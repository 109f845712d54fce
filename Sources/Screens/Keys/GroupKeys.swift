import Cells

enum GroupKeys {
  static let all: [KeyBinding] = [
    KeyBinding(
      [.list], [.character("z"): .groups],
      "shows the values that the list is sorted by, each with its number of rows"),
    KeyBinding([.list], [.character("Z"): .toggleHeadings], "shows or hides a heading above each of them"),
    KeyBinding(
      [.groups], [.enter: .open, .right: .open, .character("l"): .open],
      "shows only the rows of the group in the list", hint: "⏎", "open"),
    KeyBinding(
      [.groups], [.character("z"): .groups], "goes to the group in the whole list, with headings", hint: "z",
      "unfold"),
    KeyBinding(
      [.groups], [.character("t"): .chooseTotal], "asks which numbers are added up", hint: "t", "total"),
    KeyBinding(
      [.groups], [.character("s"): .chooseOrder],
      "sorts the lines by the next column, and at last not at all", hint: "s", "sort", isMinor: true),
    KeyBinding(
      [.groups], [.character("/"): .find], "shows the lines that have the words", hint: "/", "find",
      isMinor: true),
    KeyBinding([.groups], [.character("y"): .copy], "copies the value"),
    KeyBinding(
      [.groups], [.escape: .dismiss, .left: .back, .character("h"): .back, .character("q"): .back],
      "stops counting, or goes back", hint: "Esc", "back"),
    KeyBinding([.groups], [.control("c"): .quit], "writes your changes, and quits"),
  ]
}
