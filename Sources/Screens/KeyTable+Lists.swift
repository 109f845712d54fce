import Cells

/// The keys of the list, and of what is typed below it.
extension KeyTable {
  private static let onLists: ModeSet = [.list, .listEditing]

  static let lists: [KeyBinding] = [
    KeyBinding(
      scrolling.union([.menu]),
      [.up: .move(-1), .down: .move(1), .character("k"): .move(-1), .character("j"): .move(1)],
      "goes to the row above or below", hint: "↑↓", "move"),
    KeyBinding(
      [.tables, .list], [.enter: .open, .right: .open, .character("l"): .open], "opens the row", hint: "⏎",
      "open"),
    KeyBinding(
      [.list], [.left: .back, .character("h"): .back], "goes back to the screen below, if there is one"),
    KeyBinding([.listEditing], [.enter: .open], "asks whether to delete the row", hint: "⏎", "delete"),
    KeyBinding([.list], [.character("+"): .add], "adds a row", hint: "+", "add"),
    KeyBinding(
      onLists, [.character("-"): .delete, .delete: .delete],
      "asks whether to delete the marked rows, or the selected one", hint: "-", "delete"),
    KeyBinding([.list], [.character("e"): .toggleEditing], "turns editing on"),
    KeyBinding(
      [.listEditing], [.character("e"): .toggleEditing, .escape: .toggleEditing], "turns editing off",
      hint: "e", "done"),
    KeyBinding(
      scrolling.union([.menu]),
      [
        .pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2),
        .control("b"): .moveHalfPages(-2), .control("f"): .moveHalfPages(2),
      ], "goes up or down by a screenful"),
    KeyBinding(
      scrolling.union([.menu]), [.control("u"): .moveHalfPages(-1), .control("d"): .moveHalfPages(1)],
      "goes up or down by half a screenful"),
    KeyBinding(
      scrolling.union([.menu]),
      [.home: .first, .end: .last, .character("g"): .first, .character("G"): .last],
      "goes to the first or the last row"),
  ]

  private static let dismissing =
    "cancels work, then the search, then the marks, then goes back"

  static let finding: [KeyBinding] = [
    KeyBinding(
      onLists.union([.tables]), [.character("/"): .find], "finds rows by words, as they are typed", hint: "/",
      "find"),
    KeyBinding(
      onLists, [.character("n"): .findNext(1), .character("N"): .findNext(-1)],
      "goes to the next or the previous match of the last search"),
    KeyBinding(
      [.find], [.enter: .save], "keeps the rows that are found, and goes on in the list", hint: "⏎", "keep"),
    KeyBinding(
      [.find], [.escape: .cancel, .control("c"): .cancel], "brings the whole list back", hint: "Esc",
      "whole list"),
    KeyBinding(
      [.find],
      [
        .up: .move(-1), .down: .move(1), .pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2),
      ], "goes up or down in the list", hint: "↑↓", "move"),
    KeyBinding([.tables], [.escape: .dismiss], dismissing, hint: "Esc", "whole list", isMinor: true),
    KeyBinding([.list], [.escape: .dismiss], dismissing, hint: "Esc", "whole list", isMinor: true),
  ]

  static let jumping: [KeyBinding] = [
    KeyBinding(onLists, digits, "begins the number of a row, or a percentage"),
    KeyBinding(onLists, [.character(":"): .jump], "asks for the number of a row, or a percentage"),
    KeyBinding(
      onLists, [.character("'"): .jumpToLetter],
      "waits for a letter, and goes to the first title from there"),
    KeyBinding([.jump], digits, "are the number"),
    KeyBinding(
      [.jump], [.enter: .save, .character("G"): .last], "goes to the row with the number", hint: "⏎", "go"),
    KeyBinding(
      [.jump], [.character("%"): .percent], "makes the number a percentage", hint: "%", "percent"),
    KeyBinding([.jump], [.backspace: .edit(.deleteBack)], "deletes the last digit"),
    KeyBinding(
      [.jump, .letter], [.escape: .cancel, .control("c"): .cancel], "stays where it is", hint: "Esc", "cancel"
    ),
  ]

  private static let digits: KeyValuePairs<Key, Action> = [
    .character("1"): .edit(.insert("1")), .character("2"): .edit(.insert("2")),
    .character("3"): .edit(.insert("3")), .character("4"): .edit(.insert("4")),
    .character("5"): .edit(.insert("5")), .character("6"): .edit(.insert("6")),
    .character("7"): .edit(.insert("7")), .character("8"): .edit(.insert("8")),
    .character("9"): .edit(.insert("9")), .character("0"): .edit(.insert("0")),
  ]

  static let many: [KeyBinding] = [
    KeyBinding(
      onLists, [.character(" "): .mark], "marks or unmarks the row, and goes to the one below",
      hint: "Space", "mark", isMinor: true),
    KeyBinding(onLists, [.character("*"): .markAll], "marks all rows of the list, or none"),
    KeyBinding(onLists, [.character("H"): .hydrate], "hydrates the marked rows, or all of the list"),
    KeyBinding(onLists, [.character("="): .setField], "sets one field of the marked rows"),
  ]

  static let ordering: [KeyBinding] = [
    KeyBinding(
      onLists, [.character("s"): .chooseOrder], "asks what to order the list by", hint: "s", "order",
      isMinor: true),
    KeyBinding(onLists, [.character("S"): .reverseOrder], "turns the order round"),
    KeyBinding(
      [.menu], [.enter: .open, .right: .open, .character("l"): .open],
      "chooses the row; the present order is turned round", hint: "⏎", "choose"),
    KeyBinding(
      [.menu],
      [
        .escape: .cancel, .left: .cancel, .character("h"): .cancel, .character("q"): .cancel,
        .control("c"): .cancel,
      ], "chooses nothing", hint: "Esc", "cancel"),
  ]
}
