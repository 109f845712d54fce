import Cells

/// The keys of undo, of the history and of conflicts.
extension KeyTable {
  private static let undoing: ModeSet = [
    .tables, .list, .listEditing, .detail, .detailEditing, .history, .conflicts, .inspector,
  ]

  static let safety: [KeyBinding] = [
    KeyBinding(
      [.history], [.enter: .open, .right: .open, .character("l"): .open],
      "opens the record of the change, or the changes of a step of several; where it is unsaved, asks again what to do",
      hint: "⏎", "open"),
    KeyBinding([.conflicts], [.enter: .open], "keeps the chosen value", hint: "⏎", "keep"),
    KeyBinding(
      [.conflicts], [.character("M"): .settleAll(.mine)],
      "keeps all that was changed here, and inserts again what was deleted", hint: "M",
      "all mine"),
    KeyBinding(
      [.conflicts], [.character("T"): .settleAll(.theirs)],
      "keeps all that the other program has changed or deleted",
      hint: "T", "all theirs"),
    KeyBinding(
      [.history, .conflicts],
      [.escape: .back, .left: .back, .character("h"): .back, .character("q"): .back], "goes back",
      hint: "Esc",
      "back"),
    KeyBinding(
      undoing, [.character("u"): .undo], "undoes the last change, whenever it was made", hint: "u", "undo",
      isMinor: true),
    KeyBinding(undoing, [.control("r"): .redo], "redoes the last undone change"),
    KeyBinding(
      undoing.subtracting([.history]), [.character("U"): .history],
      "lists all changes with their times and what became of them"),
    KeyBinding(
      undoing.subtracting([.conflicts]), [.character("C"): .conflicts],
      "shows what another program has changed, too, and asks for the values to keep", hint: "C", "conflicts",
      isMinor: true),
    KeyBinding([.history, .conflicts], [.control("c"): .quit], "writes back and quits"),
  ]
}
