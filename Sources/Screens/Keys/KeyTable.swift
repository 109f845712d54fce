import Cells
import Records
import Synchronization

/// The table of all keys, for the screens, the key line, the help and the documents.
public enum KeyTable {
  /// Every entry, in the order of the hints.
  public static let bindings: [KeyBinding] = groups.flatMap { use, bindings in
    bindings.map { $0.used(for: use) }
  }

  private static let groups: KeyValuePairs<KeyUse, [KeyBinding]> = [
    .moving: lists, .finding: finding, .moving: jumping, .changing: many, .looking: ordering,
    .looking: grouping, .changing: merging, .looking: details, .reading: reading,
    .changing: forming, .moving: files, .changing: typing, .changing: dates, .changing: safety,
    .looking: copying, .moving: questions, .working: watching, .working: everywhere,
  ]

  /// The action of a key, or nil if it does nothing; O(1).
  public static func action(for key: Key, in mode: Mode) -> Action? {
    KeyMap.standard.action(for: key, in: mode)
  }

  package static func bindings(in mode: Mode) -> [KeyBinding] {
    known.withLock { known in
      if let found = known[mode] { return found }
      let found = bindings.filter { $0.modes.contains(mode) }
      known[mode] = found
      return found
    }
  }

  private static let known = Mutex<[Mode: [KeyBinding]]>([:])

  static let scrolling: ModeSet = [
    .tables, .list, .values, .groups, .statistics, .duplicates, .merge, .detail, .files, .history, .conflicts,
    .report, .schema, .rule, .help, .inspector,
  ]
  private static let moving = scrolling.union([.menu, .columns, .views, .recent, .fields])
  static let pressed = ModeSet(Mode.allCases.filter { !$0.isTyping && !$0.isFleeting })
  /// In these modes, typing on a field edits it.
  private static let forms: ModeSet = [.detailEditing, .draft]
  private static let fields: ModeSet = [.text, .longText, .dateText, .datePart]
  private static let typed: ModeSet = [.text, .longText, .dateText, .find, .command, .filePath]
  private static let dating: ModeSet = [.dateText, .datePart]

  // MARK: - Keys of several modes

  private static let opening: KeyValuePairs<Key, Action> = [
    .enter: .open, .right: .open, .character("l"): .open,
  ]
  private static let cancelling: KeyValuePairs<Key, Action> = [
    .escape: .cancel, .left: .cancel, .character("h"): .cancel, .character("q"): .cancel,
    .control("c"): .cancel,
  ]
  private static let leaving: KeyValuePairs<Key, Action> = [
    .escape: .dismiss, .left: .back, .character("h"): .back, .character("q"): .back,
  ]
  private static let goingBack: KeyValuePairs<Key, Action> = [
    .escape: .back, .left: .back, .character("h"): .back, .character("q"): .back,
  ]
  private static let across: KeyValuePairs<Key, Action> = [
    .left: .moveAcross(-1), .right: .moveAcross(1), .character("h"): .moveAcross(-1),
    .character("l"): .moveAcross(1),
  ]
  private static let deleting: KeyValuePairs<Key, Action> = [.character("-"): .delete, .delete: .delete]
  private static let escaping: KeyValuePairs<Key, Action> = [.escape: .cancel, .control("c"): .cancel]

  // MARK: - Reading

  private static let reading: [KeyBinding] = [
    KeyBinding(
      [.list, .detail], [.character("x"): .finishReading],
      "notes that you have finished it, or the marked ones: the day, the stars, a review", hint: "x",
      "finish", isMinor: true),
    KeyBinding(
      [.list, .detail], [.character("R"): .startReading],
      "notes that you have started to read it today, or the marked ones", hint: "R", "start", isMinor: true,
      isOfLibrary: true),
    KeyBinding(
      [.list, .detail], [.character("r"): .rate],
      "sets its stars, or those of the marked ones: type 0 to 5 after it, and a point to add a half"),
    KeyBinding(
      [.list, .detail], [.character("t"): .chooseStatus],
      "sets its status, or that of the marked ones, from a menu"),
    KeyBinding(
      [.list, .detail], [.character("A"): .shelve],
      "puts it, or the marked ones, on the shelf used last; if it is there already, asks which one"),
    KeyBinding([.stars], stars, "sets that many stars; 0 takes them away", hint: "0-5", "stars"),
    KeyBinding([.stars], [.character("."): .edit(.insert("."))], "adds half a star", hint: ".", "half more"),
    KeyBinding(
      [.stars], [.enter: .save, .escape: .cancel, .control("c"): .cancel], "leaves the stars as they are",
      hint: "⏎", "done"),
    KeyBinding(
      [.list, .detail], [.character("P"): .noteProgress],
      "notes how far you are in it, one at a time: 120, +30, 45%, done or stopped"),
    KeyBinding(
      [.list, .detail], [.character("L"): .lend],
      "notes to whom you lend it, or the marked ones, or that they are back", hint: "L", "note return",
      isMinor: true, isOfLibrary: true),
    KeyBinding(
      [.list, .detail], [.character("B"): .asks(.reading(.openLoans), "loans")],
      "lists what is lent or borrowed and not back"),
  ]

  private static let stars: KeyValuePairs<Key, Action> = [
    .character("0"): .edit(.insert("0")), .character("1"): .edit(.insert("1")),
    .character("2"): .edit(.insert("2")), .character("3"): .edit(.insert("3")),
    .character("4"): .edit(.insert("4")), .character("5"): .edit(.insert("5")),
  ]

  private static let details: [KeyBinding] = [
    KeyBinding(
      [.detail], [.enter: .open],
      "follows a reference, opens a row that points here, or edits the selected field", hint: "⏎", "edit"),
    KeyBinding([.detail], [.character("e"): .toggleEditing], "turns editing on, at the selected field").used(
      for: .changing),
    KeyBinding(
      [.detail], [.character("n"): .neighbor(1), .character("p"): .neighbor(-1)],
      "shows the next or the previous record", hint: "n p", "next, previous"
    ).used(for: .moving),
    KeyBinding(
      [.detail], [.character("D"): .duplicate], "duplicates the record", hint: "D", "duplicate", isMinor: true
    ).used(for: .changing),
    KeyBinding([.detail], [.character("+"): .add], "adds a row that points to this one").used(for: .changing),
    KeyBinding([.detail], deleting, "asks whether to delete the selected one of the rows that point here")
      .used(for: .changing),
    KeyBinding(
      [.detail], [.character("z"): .fold], "hides or shows empty fields", hint: "z", "fold empty",
      isMinor: true),
    KeyBinding(
      [.detail], [.character("o"): .openAddress], "opens a web address in the browser, after asking"),
    KeyBinding(
      [.detail], [.character("w"): .export], "writes a photo or another blob to a file", hint: "w",
      "write out", isMinor: true),
    KeyBinding(
      [.detail], [.character("b"): .references], "lists the rows that point to this one", hint: "b",
      "pointing here", isMinor: true),
    KeyBinding([.detail, .help], goingBack, "goes back", hint: "Esc", "back").used(for: .moving),
    KeyBinding([.help], [.character("?"): .back], "closes the help").used(for: .moving),
  ]

  private static let forming: [KeyBinding] = [
    KeyBinding(
      forms, [.up: .move(-1), .down: .move(1)], "goes to the field above or below", hint: "↑↓", "field"),
    KeyBinding(
      forms, [.left: .moveAcross(-1), .right: .moveAcross(1)], "goes to the field on the left or on the right"
    ),
    KeyBinding(
      forms, [.pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2), .home: .first, .end: .last],
      "goes up or down by a screenful, or to the first or the last field"),
    KeyBinding(
      forms, [.enter: .open],
      "edits the field, as typing does; for a reference, lists the rows to choose from", hint: "⏎",
      "edit field"),
    KeyBinding(
      forms, [.character(" "): .toggle], "toggles yes and no; in other fields it types a space",
      hint: "Space", "yes/no", isMinor: true),
    KeyBinding(
      forms.union(fields), [.tab: .proceed(.field(1)), .backTab: .proceed(.field(-1))],
      "saves the field, and goes to the next or the previous one; Tab takes a suggestion first", hint: "Tab",
      "next"),
    KeyBinding(
      forms.union(fields), [.control("s"): .proceed(.end)], "saves the field and the record", hint: "^S",
      "save record"),
    KeyBinding(
      forms,
      [
        .backspace: .edit(.deleteBack), .delete: .edit(.deleteForward), .control("a"): .edit(.start),
        .control("e"): .edit(.end), .control("w"): .edit(.killWordBack), .control("u"): .edit(.killToStart),
        .control("y"): .edit(.yank), .control("n"): .setNull, .control("o"): .editExternally,
      ], "edits the field, starting with this key"),
    KeyBinding(
      forms, [.control("x"): .clear], "clears a photo or another blob", hint: "^X", "clear", isMinor: true),
    KeyBinding(
      [.detailEditing], [.control("t"): .export], "writes a photo or another blob to a file", hint: "^T",
      "write out", isMinor: true),
    KeyBinding([.detailEditing], [.escape: .toggleEditing], "turns editing off", hint: "Esc", "done"),
    KeyBinding(
      [.detailEditing], [.control("g"): .takeBack],
      "reverts all changes since editing was turned on, and turns it off", hint: "^G", "cancel"),
    KeyBinding([.draft], escaping, "discards the new record, after asking", hint: "Esc", "cancel"),
    KeyBinding(
      forms.union(fields), [.alt("a"): .proceed(.another)], "saves the record, and begins a new one",
      hint: "Alt-A", "add another", isMinor: true),
    KeyBinding(
      forms.union(fields), [.alt("n"): .proceed(.neighbor(1)), .alt("p"): .proceed(.neighbor(-1))],
      "saves the field, and edits the same one of the next or the previous record", hint: "Alt-N",
      "next record", isMinor: true),
    KeyBinding(forms.union(fields), [.f1: .help], "shows the keys", hint: "F1", "help", isMinor: true),
  ]

  private static let typing: [KeyBinding] = [
    KeyBinding(fields, [.enter: .save], "saves what is typed, and a short form with it", hint: "⏎", "save"),
    KeyBinding(
      fields, escaping, "leaves the field unchanged; asks first if you typed something", hint: "Esc", "cancel"
    ),
    KeyBinding(
      fields, [.control("n"): .setNull], "empties the field, which has no value then", hint: "^N", "no value",
      isMinor: true),
    KeyBinding(
      fields, [.control("o"): .editExternally], "opens the text in $VISUAL, $EDITOR or vi", hint: "^O",
      "editor", isMinor: true),
    KeyBinding(
      [.text], [.alt("."): .suggest(1), .alt(","): .suggest(-1), .down: .suggest(1), .up: .suggest(-1)],
      "goes to the next or the previous suggestion or choice, or half a star down or up; Tab, Right or End takes it"
    ),
    KeyBinding(
      [.text, .longText], [.control("j"): .newLine],
      "inserts a line break; so does Shift-Enter in terminals that report it"),
    KeyBinding([.longText], [.up: .moveLine(-1), .down: .moveLine(1)], "goes to the line above or below"),
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
      ], "moves one character back or forward"),
    KeyBinding(
      typed, [.alt("b"): .edit(.wordLeft), .alt("f"): .edit(.wordRight)], "moves one word back or forward"),
    KeyBinding(
      typed,
      [.home: .edit(.start), .end: .edit(.end), .control("a"): .edit(.start), .control("e"): .edit(.end)],
      "goes to the start or the end of the line"),
    KeyBinding(
      typed,
      [.backspace: .edit(.deleteBack), .delete: .edit(.deleteForward), .control("d"): .edit(.deleteForward)],
      "deletes the character before or at the cursor"),
    KeyBinding(
      typed,
      [
        .control("w"): .edit(.killWordBack), .control("u"): .edit(.killToStart),
        .control("k"): .edit(.killToEnd),
      ], "cuts the word before the cursor, or the line before or after it", hint: "^U", "clear", isMinor: true
    ),
    KeyBinding(typed, [.control("y"): .edit(.yank)], "pastes the last text that you cut"),
  ]

  private static let dates: [KeyBinding] = [
    KeyBinding(
      dating, [.control("p"): .nextPart(1)], "goes on to the year, the month, the day and the text",
      hint: "^P", "pick"),
    KeyBinding(
      [.datePart], [.right: .nextPart(1), .left: .nextPart(-1)], "goes to the part on the right or the left"),
    KeyBinding(
      dating, [.up: .step(1), .down: .step(-1)], "steps the chosen part, or the day", hint: "↑↓", "step"),
    KeyBinding(
      [.datePart], [.character("t"): .today], "sets today's date", hint: "t", "today", isMinor: true),
  ]

  private static let questions: [KeyBinding] = [
    KeyBinding(
      [.alert],
      [
        .left: .nextPart(-1), .right: .nextPart(1), .character("h"): .nextPart(-1),
        .character("l"): .nextPart(1), .backTab: .nextPart(-1), .tab: .nextPart(1),
      ], "goes to the answer on the left or the right", hint: "←→", "choose"),
    KeyBinding(
      [.alert], [.up: .move(-1), .down: .move(1), .pageUp: .moveHalfPages(-1), .pageDown: .moveHalfPages(1)],
      "scrolls a question that is too long for the screen", hint: "↑↓", "read on"),
    KeyBinding(
      [.alert], [.enter: .open], "gives the selected answer; the letter in brackets gives its answer",
      hint: "⏎", "answer"),
    KeyBinding(
      [.alert], [.escape: .cancel, .control("c"): .cancel, .character("q"): .cancel], "cancels", hint: "Esc",
      "cancel"),
  ]

  private static let everywhere: [KeyBinding] = [
    KeyBinding([.datePart], [.character("?"): .help], "shows the keys", hint: "?", "help"),
    KeyBinding(
      pressed, [.character("m"): .memoryWarning],
      "sends a memory warning: writes back and releases every record", hint: "m", "memory warning"),
    KeyBinding(
      pressed.subtracting([.help, .alert, .datePart]), [.character("?"): .help, .f1: .help], "shows the keys",
      hint: "?", "help"),
    KeyBinding(
      [.tables, .list], [.character("q"): .quit, .control("c"): .quit], "writes your changes, and quits",
      hint: "q", "quit"),
    KeyBinding(
      [.detail, .detailEditing, .help, .inspector], [.control("c"): .quit], "writes your changes, and quits"),
    KeyBinding(
      ModeSet(Mode.allCases), [.alt("m"): .toggleMouse],
      "uses the mouse here, or leaves it to the terminal, as holding Shift does"),
    KeyBinding(ModeSet(Mode.allCases), [.control("l"): .asks(.redraw, "redraw")], "redraws the screen"),
    KeyBinding(
      ModeSet(Mode.allCases), [.control("z"): .asks(.suspend, "suspend")],
      "writes your changes, and suspends; fg resumes"),
  ]

  // MARK: - Lists

  static let lists: [KeyBinding] = [
    KeyBinding(moving.subtracting([.detail]), steps, "goes to the row above or below", hint: "↑↓", "move"),
    KeyBinding(
      [.detail], steps, "goes to the field above or below, or scrolls", hint: "↑↓", "field", isMinor: true),
    KeyBinding([.tables, .list], opening, "opens the row", hint: "⏎", "open").used(for: .looking),
    KeyBinding(
      [.list], [.left: .back, .character("h"): .back], "goes back to the screen below, if there is one"),
    KeyBinding([.list], [.character("+"): .add], "adds a row", hint: "+", "add").used(for: .changing),
    KeyBinding([.list], [.character("D"): .duplicate], "duplicates the row, not the marked ones").used(
      for: .changing),
    KeyBinding(
      [.list], deleting, "asks whether to delete the marked rows, or the selected one", hint: "-", "delete"
    ).used(for: .changing),
    KeyBinding([.list], [.character("e"): .toggleEditing], "opens the row, not the marked ones, and edits it")
      .used(for: .changing),
    KeyBinding(
      moving,
      [
        .pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2), .control("b"): .moveHalfPages(-2),
        .control("f"): .moveHalfPages(2),
      ], "goes up or down by a screenful"),
    KeyBinding(
      moving, [.control("u"): .moveHalfPages(-1), .control("d"): .moveHalfPages(1)],
      "goes up or down by half a screenful"),
    KeyBinding(
      moving, [.home: .first, .end: .last, .character("g"): .first, .character("G"): .last],
      "goes to the first or the last row"),
  ]

  private static let steps: KeyValuePairs<Key, Action> = [
    .up: .move(-1), .down: .move(1), .character("k"): .move(-1), .character("j"): .move(1),
  ]

  private static let dismissing = "cancels work, then the search, then the marks, then goes back"

  static let finding: [KeyBinding] = [
    KeyBinding(
      [.tables, .list], [.character("/"): .find], "finds rows by words, as you type", hint: "/", "find"),
    KeyBinding(
      [.values], [.character("/"): .find], "shows the values that have the words", hint: "/", "find"),
    KeyBinding(
      [.schema, .history, .report, .views, .recent], [.character("/"): .find],
      "shows the lines that have the words", hint: "/", "find"),
    KeyBinding([.detail], [.character("/"): .find], "goes to a field by its name, as you type"),
    KeyBinding(
      [.help], [.character("/"): .find], "shows the keys whose description has the words", hint: "/", "find"),
    KeyBinding(
      [.list], [.character("n"): .findNext(1), .character("N"): .findNext(-1)],
      "goes to the next or the previous match of the last search"),
    KeyBinding(
      [.list], [.character("p"): .jumpAnywhere], "picks one of the list's rows at random, and goes to it"),
    KeyBinding(
      [.find], [.enter: .save], "keeps the matching rows, and returns to the list", hint: "⏎", "keep"),
    KeyBinding(
      [.find], escaping, "shows the whole list again, at the row that was found", hint: "Esc", "whole list"),
    KeyBinding([.find], [.f1: .help], "shows the keys, and everything you can type", hint: "F1", "help"),
    KeyBinding(
      [.find], [.up: .recall(1), .down: .recall(-1)], "recalls earlier or later searches", hint: "↑↓",
      "earlier"),
    KeyBinding(
      [.find],
      [
        .control("p"): .move(-1), .control("n"): .move(1), .pageUp: .moveHalfPages(-2),
        .pageDown: .moveHalfPages(2),
      ], "goes up or down in the list", hint: "^P ^N", "move", isMinor: true),
    KeyBinding([.tables], [.escape: .dismiss], dismissing, hint: "Esc", "whole list", isMinor: true),
    KeyBinding([.list], [.escape: .dismiss], dismissing, hint: "Esc", "whole list", isMinor: true),
  ]

  static let jumping: [KeyBinding] = [
    KeyBinding([.list], digits, "starts a row number or a percentage"),
    KeyBinding(
      pressed.subtracting([.alert, .datePart, .menu, .inspector]), [.character(":"): .jump],
      "takes a command such as import, export, open, sql or quit; in a list also a row number or a percentage"
    ).used(for: .working),
    KeyBinding(
      [.command], [.enter: .save],
      "runs the command, or goes to the row; a command that needs a file shows the folders", hint: "⏎", "go"
    ).used(for: .working),
    KeyBinding(
      [.command], [.tab: .complete], "completes the command or a name in a statement, or looks for its file",
      hint: "Tab", "complete"
    ).used(for: .working),
    KeyBinding([.command], [.control("o"): .editExternally], "opens the statement in $VISUAL, $EDITOR or vi")
      .used(for: .working),
    KeyBinding(
      [.command], [.up: .recall(1), .down: .recall(-1)], "recalls earlier or later commands", hint: "↑↓",
      "earlier", isMinor: true
    ).used(for: .working),
    KeyBinding([.command], escaping, "stays where it is", hint: "Esc", "cancel"),
    KeyBinding(
      [.list], [.character("'"): .jumpToLetter],
      "waits for a letter, and goes to the first title from that letter on"),
    KeyBinding([.jump], digits, "adds the digit to the number"),
    KeyBinding(
      [.jump], [.enter: .save, .character("G"): .last], "goes to the row with the number", hint: "⏎", "go"),
    KeyBinding([.jump], [.character("%"): .percent], "makes the number a percentage", hint: "%", "percent"),
    KeyBinding([.jump], [.backspace: .edit(.deleteBack)], "deletes the last digit"),
    KeyBinding(
      [.jump],
      [
        .up: .move(-1), .down: .move(1), .character("k"): .move(-1), .character("j"): .move(1),
        .pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2), .control("b"): .moveHalfPages(-2),
        .control("f"): .moveHalfPages(2), .control("u"): .moveHalfPages(-1), .control("d"): .moveHalfPages(1),
      ], "moves up or down that many times"),
    KeyBinding([.jump, .letter], escaping, "stays where it is", hint: "Esc", "cancel"),
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
      [.list], [.character(" "): .mark], "marks or unmarks the row, and goes to the one below", hint: "Space",
      "mark", isMinor: true),
    KeyBinding(
      [.list], [.character("*"): .markAll], "marks all rows of the list, or unmarks them", hint: "*", "all",
      isMinor: true),
    KeyBinding(
      [.list], [.character("H"): .hydrate],
      "reads every field of the marked rows, or of all rows, which hydrates them"
    ).used(for: .working),
    KeyBinding(
      [.list], [.character("="): .setField], "sets one field of the marked rows, or of all, also by a rule",
      hint: "=", "set", isMinor: true),
    KeyBinding([.rule], [.enter: .save], "changes the rows, after you have seen how", hint: "⏎", "change"),
    KeyBinding(
      [.rule], [.character(" "): .mark], "leaves the row out, or takes it in again", hint: "Space",
      "leave out"),
    KeyBinding([.rule], [.character("/"): .find], "shows the lines that have the words", hint: "/", "find"),
    KeyBinding([.rule], cancelling, "goes back, and changes nothing", hint: "Esc", "back"),
  ]

  static let copying: [KeyBinding] = [
    KeyBinding(
      [.list], [.character("y"): .copy], "copies the titles of the marked rows, or of the selected one",
      hint: "y", "copy", isMinor: true),
    KeyBinding(
      [.detail], [.character("y"): .copy], "asks which field to copy", hint: "y", "copy", isMinor: true),
    KeyBinding([.values], [.character("y"): .copy], "copies the value", hint: "y", "copy", isMinor: true),
    KeyBinding(
      [.schema], [.character("y"): .copy], "copies the SQL of the table, index, trigger or view", hint: "y",
      "copy SQL"),
    KeyBinding(
      [.duplicates, .rule, .history, .views, .recent], [.character("y"): .copy], "copies what the line says"),
    KeyBinding(
      [.report, .help], [.character("y"): .copy], "copies the selected line, or all lines that are shown"),
    KeyBinding(
      [.list, .detail], [.character("Y"): .copyAs],
      "copies the marked rows, or this one, as CSV, JSON, BibTeX and more"),
    KeyBinding(forms, [.alt("y"): .copy], "copies the value of the selected field"),
  ]

  static let ordering: [KeyBinding] = [
    KeyBinding(
      [.list], [.character("s"): .chooseOrder], "asks which field to sort by", hint: "s", "sort",
      isMinor: true),
    KeyBinding([.list], [.character("S"): .reverseOrder], "reverses the sort"),
    KeyBinding(
      [.tables, .duplicates, .rule], [.character("s"): .chooseOrder],
      "sorts the lines by the next column, and at last not at all"),
    KeyBinding(
      [.tables, .groups, .duplicates, .rule], [.character("S"): .reverseOrder],
      "turns the order of the lines round"),
    KeyBinding(
      [.list], [.character("J"): .moveRow(1), .character("K"): .moveRow(-1)],
      "moves the marked rows, or the selected one, down or up in a list in your own order", hint: "J K",
      "move row", isMinor: true
    ).used(for: .changing),
    KeyBinding([.list], [.character("T"): .moveToTop], "moves them to the top of such a list").used(
      for: .changing),
    KeyBinding(
      [.list], [.character("c"): .chooseColumns], "asks which columns are shown beside the title", hint: "c",
      "columns", isMinor: true),
    KeyBinding(
      [.list], [.character("W"): .toggleGallery],
      "shows a gallery of covers or spines, in which Left and Right go to the sides, or the list again",
      hint: "W", "gallery", isMinor: true, isOfLibrary: true),
    KeyBinding([.columns], [.character(" "): .mark], "shows or hides the column", hint: "Space", "show"),
    KeyBinding(
      [.columns], [.character("J"): .moveColumn(1), .character("K"): .moveColumn(-1)],
      "moves the column down or up, which is right or left in the list", hint: "J K", "reorder"),
    // Letters select columns, so that c and q do not go back.
    KeyBinding([.columns], [.enter: .save], "goes back to the list", hint: "⏎", "done"),
    KeyBinding([.columns], escaping, "leaves the columns unchanged", hint: "Esc", "cancel"),
    // Letters select choices, so that h and l do not move, and q does not cancel.
    KeyBinding(
      [.menu], [.enter: .open, .right: .open], "chooses the row; choosing the current sort reverses it",
      hint: "⏎", "choose"),
    KeyBinding(
      [.menu], digits, "chooses the row with the number, where rows have one", hint: "1-9", "at once"),
    KeyBinding(
      [.menu], [.character(" "): .mark], "adds the field to the sort, or removes it", hint: "Space", "add",
      isMinor: true),
    KeyBinding(
      [.menu], [.character("S"): .reverseOrder], "reverses the direction of the field", hint: "S", "reverse",
      isMinor: true),
    KeyBinding(
      [.list, .detail], [.character("f"): .values],
      "lists the values of a field with their counts, or the authors with pages and stars", hint: "f",
      "values", isMinor: true, isOfLibrary: true),
    KeyBinding([.values], opening, "shows the rows that hold the value", hint: "⏎", "show"),
    KeyBinding(
      [.values], [.character("="): .setField], "changes the value in all rows that hold it", hint: "=",
      "change"),
    KeyBinding([.values], leaving, "stops the count, or goes back", hint: "Esc", "back"),
    KeyBinding([.values], [.control("c"): .quit], "writes your changes, and quits"),
    KeyBinding(
      [.list], [.character("%"): .asks(.statistics(.open), "stats")],
      "shows statistics: what was read in the year, or a field of your choice, with bars", hint: "%",
      "statistics", isMinor: true, isOfLibrary: true),
    KeyBinding([.statistics], [.enter: .open], "shows the rows that the bar stands for", hint: "⏎", "show"),
    KeyBinding(
      [.statistics], across, "goes to the bar on the left or on the right", hint: "←→", "across",
      isMinor: true),
    KeyBinding(
      [.statistics], [.character("["): .neighbor(-1), .character("]"): .neighbor(1)],
      "goes to the year before, or to the one after", hint: "[ ]", "year"),
    KeyBinding(
      [.statistics], [.character("f"): .values], "asks what is counted: a year, all years, or a field",
      hint: "f", "field"),
    KeyBinding(
      [.statistics], [.character("s"): .measure],
      "asks how the field is counted: by month, or the sum or average of another field", hint: "s", "count",
      isMinor: true),
    KeyBinding(
      [.statistics], [.escape: .dismiss, .character("q"): .back], "stops the count, or goes back",
      hint: "Esc", "back"),
    KeyBinding([.statistics], [.control("c"): .quit], "writes your changes, and quits"),
    KeyBinding(
      [.schema], opening, "opens the table, or goes to the one that is pointed to or points here", hint: "⏎",
      "go"),
    KeyBinding([.schema], leaving, "ends the search, or goes back", hint: "Esc", "back"),
    KeyBinding([.schema], [.control("c"): .quit], "writes your changes, and quits"),
    KeyBinding(
      [.tables], [.character("O"): .asks(.library(.listRecent), "recent-files")],
      "lists the files opened before, to open one"),
    KeyBinding(
      [.tables, .list], [.character("X"): .asks(.library(.sync("")), "sync")],
      "exchanges changes with your other machines"
    ).used(for: .working),
    KeyBinding(
      [.list], [.character("V"): .asks(.openViews, "views")],
      "lists the views, your own and the ready ones, and saves this one", hint: "V", "views", isMinor: true,
      isOfLibrary: true),
    KeyBinding(
      [.views], opening, "shows the view, or asks for a name to save this one under", hint: "⏎", "show"),
    KeyBinding([.recent], opening, "opens the file", hint: "⏎", "open"),
    KeyBinding([.views], deleting, "removes the saved view", hint: "-", "remove"),
    KeyBinding([.list], [.character("F"): .openFields], "shows the fields, to add, rename or remove them"),
    KeyBinding(
      [.fields], [.character(" "): .mark], "shows the field in details, or hides it", hint: "Space", "show",
      isMinor: true),
    KeyBinding(
      [.fields], [.character("J"): .moveColumn(1), .character("K"): .moveColumn(-1)],
      "moves the field down or up in details", hint: "J K", "reorder", isMinor: true),
    KeyBinding([.fields], [.character("+"): .add], "adds a field", hint: "+", "add"),
    KeyBinding([.fields], [.character("r"): .rename], "renames the field", hint: "r", "rename"),
    KeyBinding([.fields], deleting, "asks whether to remove the field", hint: "-", "remove"),
    KeyBinding(
      [.fields],
      [
        .escape: .cancel, .left: .cancel, .character("h"): .cancel, .character("q"): .cancel,
        .control("c"): .cancel, .enter: .cancel,
      ], "goes back to the list", hint: "Esc", "back"),
    KeyBinding(
      [.menu], [.escape: .cancel, .left: .cancel, .control("c"): .cancel], "cancels the choice", hint: "Esc",
      "cancel"),
    KeyBinding([.views, .recent], cancelling, "cancels the choice", hint: "Esc", "cancel"),
  ]

  // MARK: - Groups and duplicates

  private static let grouping: [KeyBinding] = [
    KeyBinding(
      [.list], [.character("z"): .groups],
      "shows the values that the list is sorted by, each with its number of rows"),
    KeyBinding([.list], [.character("Z"): .toggleHeadings], "shows or hides a heading above each of them"),
    KeyBinding([.groups], opening, "shows only the rows of the group in the list", hint: "⏎", "open"),
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
    KeyBinding([.groups], leaving, "stops counting, or goes back", hint: "Esc", "back"),
    KeyBinding([.groups], [.control("c"): .quit], "writes your changes, and quits"),
  ]

  private static let merging: [KeyBinding] = [
    KeyBinding(
      [.list], [.character("\""): .asks(.duplicates(.open), "duplicates")], "finds rows that may be the same"
    ).used(for: .looking),
    KeyBinding(
      [.list], [.character("M"): .merge], "shows the marked rows side by side, to make one of them",
      hint: "M", "merge", isMinor: true),
    KeyBinding([.duplicates], opening, "shows the rows of the group side by side", hint: "⏎", "compare"),
    KeyBinding(
      [.duplicates], [.character("A"): .mergeAlike],
      "asks whether to merge all groups in which nothing differs", hint: "A", "alike"),
    KeyBinding(
      [.duplicates], [.character("/"): .find], "shows the lines that have the words", hint: "/", "find",
      isMinor: true),
    KeyBinding([.merge], [.enter: .open], "counts what merging changes, and asks", hint: "⏎", "merge"),
    KeyBinding(
      [.merge], across, "takes the field from the row on the left or on the right", hint: "←→", "choose"),
    KeyBinding(
      [.duplicates, .merge], [.character("N"): .callDifferent],
      "notes that these rows are different ones, until one of them changes", hint: "N", "differ"),
    KeyBinding(
      [.merge], [.character("b"): .takeAll], "takes a list or a long text of all rows", hint: "b", "both",
      isMinor: true),
    KeyBinding(
      [.merge], [.tab: .keepNext], "has the next row stay instead of the first one", hint: "Tab",
      "other stays", isMinor: true),
    KeyBinding([.duplicates], leaving, "stops the search, or goes back", hint: "Esc", "back"),
    KeyBinding(
      [.merge], [.escape: .back, .character("q"): .back], "goes back, and merges nothing", hint: "Esc",
      "back"
    ),
    KeyBinding([.duplicates, .merge], [.control("c"): .quit], "writes your changes, and quits"),
  ]

  // MARK: - Files

  static let files: [KeyBinding] = [
    KeyBinding(
      [.report], [.enter: .save], "imports the file, or changes the field of the selected column", hint: "⏎",
      "import"),
    KeyBinding([.report], cancelling, "goes back, and imports nothing", hint: "Esc", "back"),
    KeyBinding([.files], opening, "enters the folder, or takes the file", hint: "⏎", "open"),
    KeyBinding(
      [.files], [.left: .back, .backspace: .back, .character("h"): .back], "goes to the folder above",
      hint: "←", "up"),
    KeyBinding(
      [.files], [.character("/"): .typePath("/"), .character("~"): .typePath("~/"), .tab: .typePath("")],
      "types a path, from the root, from home, or from the folder", hint: "Tab", "type a path"),
    KeyBinding(
      [.files], [.character("."): .toggleHidden], "shows or hides hidden entries", hint: ".", "hidden",
      isMinor: true),
    KeyBinding(
      [.files], [.escape: .cancel, .control("c"): .cancel, .character("q"): .cancel],
      "cancels the choice of a file", hint: "Esc", "cancel"),
    KeyBinding(
      [.filePath], [.enter: .save, .control("s"): .save],
      "takes the file or the selected entry, or enters the folder", hint: "⏎", "take"),
    KeyBinding(
      [.filePath], [.tab: .complete], "completes the path as far as it is unambiguous", hint: "Tab",
      "complete"),
    KeyBinding(
      [.filePath],
      [.up: .move(-1), .down: .move(1), .pageUp: .moveHalfPages(-2), .pageDown: .moveHalfPages(2)],
      "moves through the entries", hint: "↑↓", "move"),
    KeyBinding([.filePath], escaping, "stops typing the path", hint: "Esc", "cancel"),
  ]

  // MARK: - Undo, history and conflicts

  private static let undoing: ModeSet = [
    .tables, .list, .values, .groups, .duplicates, .detail, .history, .conflicts, .inspector,
  ]

  static let safety: [KeyBinding] = [
    KeyBinding(
      [.history], opening,
      "opens the changed record, or the changes of a step of several; for unsaved changes, asks again what to do",
      hint: "⏎", "open"),
    KeyBinding([.conflicts], [.enter: .open], "makes the chosen choice", hint: "⏎", "keep"),
    KeyBinding(
      [.conflicts], [.character("M"): .resolveAll(.mine)],
      "keeps all changes made here, and reinserts deleted rows", hint: "M", "all mine"),
    KeyBinding(
      [.conflicts], [.character("T"): .resolveAll(.theirs)],
      "keeps the other program's values, and discards what could not be restored or undone", hint: "T",
      "all theirs"),
    KeyBinding([.history, .conflicts], goingBack, "goes back", hint: "Esc", "back"),
    KeyBinding(
      undoing, [.character("u"): .undo], "undoes the last change, whenever it was made", hint: "u", "undo",
      isMinor: true),
    KeyBinding(undoing, [.control("r"): .redo], "redoes the last undone change"),
    KeyBinding(
      undoing.subtracting([.history]), [.character("U"): .asks(.openHistory(.steps), "history")],
      "lists all changes with their times and states", hint: "U", "history", isMinor: true),
    KeyBinding(
      undoing.subtracting([.conflicts]), [.character("C"): .asks(.openConflicts, "conflicts")],
      "shows conflicts with other programs and machines, and what could not be restored or undone", hint: "C",
      "conflicts", isMinor: true),
    KeyBinding([.history, .conflicts], [.control("c"): .quit], "writes your changes, and quits"),
  ]

  // MARK: - The panes and the inspector

  /// On these screens, letters choose nothing, so that unused ones are free.
  static let watched: ModeSet = pressed.subtracting([
    .alert, .menu, .columns, .views, .recent, .fields, .datePart,
  ])
  private static let besides: ModeSet = [.tables, .list, .detail]

  private static let watching: [KeyBinding] = [
    KeyBinding(
      [.inspector],
      [
        .character("1"): .filterStatements(.hydrate), .character("2"): .filterStatements(.writeBack),
        .character("3"): .filterStatements(.list), .character("4"): .filterStatements(.count),
        .character("5"): .filterStatements(.other),
      ], "shows only the statements for looks, write-backs, lists, counts or other purposes; again shows all",
      hint: "1-5", "filter", isMinor: true),
    KeyBinding(
      [.inspector], [.enter: .open], "shows the selected statement in full, with SQLite's plan for it",
      hint: "⏎", "statement"),
    KeyBinding(
      [.inspector], [.character("s"): .groupStatements],
      "puts similar statements together, or shows each by itself", hint: "s", "similar", isMinor: true),
    KeyBinding(
      [.inspector], [.character(" "): .pause], "pauses or resumes the statements", hint: "Space", "pause",
      isMinor: true),
    KeyBinding(
      [.inspector], [.tab: .switchPane, .escape: .switchPane, .character("q"): .switchPane],
      "goes back to the screens", hint: "Tab", "back"),
    KeyBinding(besides, [.tab: .switchPane], "goes to the inspector, if it is open"),
    KeyBinding(watched, [.character("i"): .inspect], "opens or closes the inspector"),
    KeyBinding(
      watched, [.character("d"): .compareRecord],
      "shows the record in memory and in the database, in the inspector's place, or closes that"),
    KeyBinding(
      watched, [.character("a"): .showAccount],
      "counts what this session has run, read and written, in the inspector's place, or closes that"),
    KeyBinding(
      watched, [.character("I"): .inspectWhole],
      "shows the inspector in full screen, or beside the rest again"),
    KeyBinding(
      watched, [.character("v"): .toggleSplit], "shows the list and a record side by side, or one at a time"),
  ]
}
