import Cells

/// The one table of keys: the screens obey it, and the last line, the help screen and the documents come out of it.
public enum KeyTable {
  /// Every entry, in the order in which people read them.
  public static let bindings: [KeyBinding] =
    lists + finding + jumping + many + ordering + details + files + typing + dates + safety + questions
    + watching + everywhere

  /// The action of a key, or nil where it does nothing.
  ///
  /// - Complexity: O(1).
  public static func action(for key: Key, in mode: Mode) -> Action? {
    actions[mode]?[key]
  }

  /// The entries that hold in a mode, in the table's order.
  public static func bindings(in mode: Mode) -> [KeyBinding] {
    bindings.filter { $0.modes.contains(mode) }
  }

  private static let actions: [Mode: [Key: Action]] = {
    var table: [Mode: [Key: Action]] = [:]
    for binding in bindings {
      for mode in binding.modes.members {
        for entry in binding.actions { table[mode, default: [:]][entry.key] = entry.action }
      }
    }
    return table
  }()

  static let scrolling: ModeSet = [
    .tables, .list, .listEditing, .detail, .detailEditing, .draft, .files, .history, .conflicts, .help,
    .inspector,
  ]
  static let pressed = ModeSet(Mode.allCases.filter { !$0.isTyping && !$0.isFleeting })
  private static let fields: ModeSet = [.text, .longText, .dateText, .datePart]
  private static let typed: ModeSet = [.text, .longText, .dateText, .find, .filePath]
  private static let dating: ModeSet = [.dateText, .datePart]

  private static let details: [KeyBinding] = [
    KeyBinding(
      [.detail], [.enter: .open], "goes to the row that the field points to, else turns editing on",
      hint: "⏎",
      "edit"),
    KeyBinding([.detail], [.character("e"): .toggleEditing], "turns editing on"),
    KeyBinding(
      [.detailEditing, .draft], [.enter: .open, .right: .open, .character("l"): .open], "edits the field",
      hint: "⏎", "edit field"),
    KeyBinding(
      [.detailEditing, .draft], [.character(" "): .toggle], "toggles yes and no", hint: "Space",
      "yes/no", isMinor: true),
    KeyBinding(
      [.detailEditing], [.character("e"): .toggleEditing, .escape: .toggleEditing], "turns editing off",
      hint: "e", "done"),
    KeyBinding(
      [.detail], [.character("n"): .neighbor(1), .character("p"): .neighbor(-1)],
      "shows the next or the previous record", hint: "n p", "next, previous"),
    KeyBinding(
      [.draft], [.control("s"): .save, .character("s"): .save], "saves the new record", hint: "^S", "save"),
    KeyBinding(
      [.draft], [.escape: .cancel, .control("c"): .cancel], "leaves no new record behind", hint: "Esc",
      "cancel"
    ),
    KeyBinding(
      [.detailEditing, .draft], [.character("x"): .clear], "takes a photo or another blob out",
      hint: "x", "clear", isMinor: true),
    KeyBinding(
      [.detail, .detailEditing], [.character("w"): .export], "writes a photo or another blob to a file",
      hint: "w", "write out", isMinor: true),
    KeyBinding(
      [.detail], [.character("b"): .references], "lists the rows that point to this one",
      hint: "b", "pointing here", isMinor: true),
    KeyBinding(
      [.detail, .help], [.escape: .back, .left: .back, .character("h"): .back, .character("q"): .back],
      "goes back",
      hint: "Esc", "back"),
    KeyBinding([.help], [.character("?"): .back], "closes the help"),
  ]

  private static let typing: [KeyBinding] = [
    KeyBinding(
      fields, [.enter: .save, .control("s"): .save], "saves what is typed", hint: "⏎",
      "save"),
    KeyBinding(
      fields, [.escape: .cancel, .control("c"): .cancel], "leaves everything as it was",
      hint: "Esc", "cancel"),
    KeyBinding(
      fields, [.control("n"): .setNull], "makes the field NULL", hint: "^N", "NULL"),
    KeyBinding(
      fields, [.control("o"): .editExternally], "opens the text in $VISUAL, $EDITOR or vi", hint: "^O",
      "editor",
      isMinor: true),
    KeyBinding(
      [.text, .longText], [.control("j"): .newLine],
      "begins a new line, as Shift with Enter does where the terminal tells it from Enter"),
    KeyBinding(
      [.longText], [.up: .moveLine(-1), .down: .moveLine(1)], "goes to the line above or below"),
    KeyBinding(
      [.longText], [.pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2)],
      "goes up or down by a screenful"),
    KeyBinding(
      [.longText], [.alt("<"): .edit(.textStart), .alt(">"): .edit(.textEnd)],
      "goes to the start or the end of the text"),
    KeyBinding(
      typed,
      [
        .left: .edit(.left), .right: .edit(.right), .control("b"): .edit(.left), .control("f"): .edit(.right),
      ], "goes one character back or on"),
    KeyBinding(
      typed, [.alt("b"): .edit(.wordLeft), .alt("f"): .edit(.wordRight)], "goes one word back or on"),
    KeyBinding(
      typed,
      [
        .home: .edit(.start), .end: .edit(.end), .control("a"): .edit(.start), .control("e"): .edit(.end),
      ], "goes to the start or the end, of several lines to that of the line"),
    KeyBinding(
      typed,
      [
        .backspace: .edit(.deleteBack), .delete: .edit(.deleteForward), .control("d"): .edit(.deleteForward),
      ], "deletes the character before or at the cursor"),
    KeyBinding(
      typed,
      [
        .control("w"): .edit(.killWordBack), .control("u"): .edit(.killToStart),
        .control("k"): .edit(.killToEnd),
      ], "takes out the word before, all before, or all after the cursor, of several lines in the line",
      hint: "^U", "clear"),
    KeyBinding(typed, [.control("y"): .edit(.yank)], "puts back what was taken out last"),
  ]

  private static let dates: [KeyBinding] = [
    KeyBinding(
      dating, [.tab: .nextPart(1), .backTab: .nextPart(-1)],
      "goes on to the year, the month, the day, the text",
      hint: "Tab", "year, month, day"),
    KeyBinding(
      [.datePart], [.right: .nextPart(1), .left: .nextPart(-1)], "goes to the part on the right or the left"),
    KeyBinding(
      dating, [.up: .step(1), .down: .step(-1)], "steps the chosen part, or the day", hint: "↑↓", "step"),
    KeyBinding([.datePart], [.character("t"): .today], "sets the date of today", hint: "t", "today"),
  ]

  private static let questions: [KeyBinding] = [
    KeyBinding(
      [.alert],
      [
        .left: .nextPart(-1), .right: .nextPart(1), .character("h"): .nextPart(-1),
        .character("l"): .nextPart(1),
        .backTab: .nextPart(-1), .tab: .nextPart(1),
      ], "goes to the answer on the left or the right", hint: "←→", "choose"),
    KeyBinding([.alert], [.enter: .open], "gives the selected answer", hint: "⏎", "answer"),
    KeyBinding(
      [.alert], [.escape: .cancel, .control("c"): .cancel, .character("q"): .cancel], "cancels", hint: "Esc",
      "cancel"),
  ]

  private static let everywhere: [KeyBinding] = [
    KeyBinding(
      pressed, [.character("m"): .memoryWarning],
      "gives a memory warning: writes back and lets go of every record",
      hint: "m", "memory warning"),
    KeyBinding(
      pressed.subtracting([.help, .alert]), [.character("?"): .help], "shows the keys", hint: "?",
      "help"),
    KeyBinding(
      [.tables, .list, .listEditing], [.character("q"): .quit, .control("c"): .quit], "writes back and quits",
      hint: "q", "quit"),
    KeyBinding(
      [.detail, .detailEditing, .help, .inspector], [.control("c"): .quit], "writes back and quits"),
    KeyBinding(ModeSet(Mode.allCases), [.control("l"): .redraw], "draws the screen again"),
    KeyBinding(ModeSet(Mode.allCases), [.control("z"): .suspend], "writes back and stops; fg goes on"),
  ]
}
