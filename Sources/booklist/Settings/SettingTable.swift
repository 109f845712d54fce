import Browser
import CursesTerminal
import MemoryPressure
import Queries
import Records
import Screens

enum SettingTable {
  static let all: [Setting] = [
    Setting("file", .path, nil, "The database to open if you name none. The default is your own library.") {
      $0.file = Text($1.text).expandingHome.string
    },
    Setting("read-only", .flag, "false", "Opens databases read-only.") { $0.options.isReadOnly = $1.isTrue },
    Setting(
      "table", .text, nil,
      "The table to start with. This and the next three settings apply to the database that file names."
    ) { ($0.options.table, $0.settings.startsWithTables) = ($1.text, false) },
    Setting(
      "title", .list, "[]",
      "The columns to show as a row's title, instead of those that booklist chooses."
    ) { ($0.options.title, $0.settings.startsWithTables) = ($1.joined(separator: ","), false) },
    Setting("columns", .list, "[]", "The columns to show beside the titles at first.") {
      ($0.options.columns, $0.settings.hasColumns, $0.settings.startsWithTables) = ($1, true, false)
    },
    Setting("kind", .list, "[]", "The kinds of columns, like [\"price=decimal\"].") {
      ($0.options.kinds, $0.settings.startsWithTables) = ($1.kinds, false)
    },
    Setting(
      "capitals", .list, "[]",
      "The columns in which each word begins with a capital while you type, like [\"author\"]."
    ) { $0.options.capitals = $1 },
    Setting(
      "articles", .list, "[]",
      "The words to ignore at the beginning of titles when sorting, like [\"The\", \"A\"]."
    ) { $0.options.articles = Articles($1) },
    Setting("ignore-articles", .flag, "false", "Ignores the default articles when sorting titles.") {
      if $1.isTrue, $0.options.articles.isEmpty { $0.options.articles = Articles(Articles.standard) }
    },
    Setting(
      "surnames", .list, "[]",
      "The columns with names of people, like [\"author\"], which are sorted by surname."
    ) { $0.options.surnames = $1 },
    Setting(
      "split", .choice(["as-left", "yes", "no"]), "\"as-left\"",
      "Shows the list and a book side by side, from 100 columns on: as when you left, at first \"yes\"."
    ) { $0.settings.isSplit = $1.text == "as-left" ? nil : $1.text == "yes" },
    Setting(
      "save-on", .choice(SaveMoment.allCases.map(\.rawValue)), "\"pressure\"",
      "When an edit reaches the database: \"pressure\" on a memory warning and on quitting, \"edit\" at each Save."
    ) { if let moment = SaveMoment(rawValue: $1.text) { $0.settings.saveOn = moment } },
    Setting(
      "write-after", .seconds, "30",
      "The seconds after which a changed book is written back quietly, whatever save-on says."
    ) { if let time = Seconds(argument: $1.text) { $0.settings.writeAfter = time.count } },
    Setting(
      "memory-budget", .size, "\"32MB\"",
      "The bytes that hydrated books may hold. Beyond that, the least recently used are dropped."
    ) { if let size = ByteSize(argument: $1.text) { $0.settings.memoryBudget = size.bytes } },
    Setting(
      "pressure", .text, "\"auto\"",
      "Where memory warnings come from: \"auto\", \"off\", or the path of a pressure file, a FIFO or a socket."
    ) { $0.settings.pressure = PressureSource($1.text) },
    Setting(
      "clipboard", .choice(["auto", "terminal"]), "\"auto\"",
      "How y and Y copy: in the best way available, or always through the terminal (OSC 52)."
    ) { $0.settings.copiesThroughTerminal = $1.text == "terminal" },
    Setting(
      "window-title", .flag, "true",
      "Shows the list and the number of unwritten books in the title of the terminal's window."
    ) { $0.settings.showsWindowTitle = $1.isTrue },
    Setting(
      "meter", .choice(["auto", "long"]), "\"auto\"",
      "What the status line shows: your place in the list, or always (\"long\") how much is in memory, as beside the inspector."
    ) { $0.settings.hasLongMeter = $1.text == "long" },
    Setting(
      "goal", .goal, nil,
      "What you want to read in a year: \"50 books\" or \"12000 pages\". The statistics say how far you are."
    ) { $0.settings.goal = ReadingGoal($1.text) },
    Setting("mouse", .flag, "true", "Uses clicks and the wheel; hold Shift to leave them to the terminal.") {
      $0.settings.reportsMouse = $1.isTrue
    },
    Setting(
      "langmap", .layout, nil,
      "What the letters of your keyboard are as keys, as in Vim: \"фи;ab\". Russian, Ukrainian, Greek, Hebrew and Arabic are known."
    ) { if let layout = KeyboardLayout(langmap: $1.text) { $0.settings.keys.layout = layout } },
    Setting(
      "theme", .choice(Theme.allCases.map(\.rawValue)), "\"auto\"",
      "The colours: \"auto\" asks the terminal whether its background is dark or light."
    ) { if let theme = Theme(rawValue: $1.text) { $0.theme = theme } },
    Setting(
      "photos", .choice(["auto", "cells"]), "\"auto\"",
      "Shows photos as pixels if the terminal can, or always as characters."
    ) { $0.takesPixels = $1.text != "cells" },
    Setting(
      "synchronized-output", .choice(FrameMarks.allCases.map(\.rawValue)), "\"auto\"",
      "Has the terminal show each frame at one moment if it can: \"auto\" never does so in tmux and screen."
    ) { if let marks = FrameMarks(rawValue: $1.text) { $0.marksFrames = marks } },
    Setting(
      "plain", .flag, "false",
      "One line at a time instead of a full screen: for screen readers, teletypes and scripts."
    ) { $0.settings.isPlain = $1.isTrue },
  ]

  /// The settings that apply only to the database that the settings name.
  static let ofTable = ["table", "title", "columns", "kind"]

  static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }
}

extension [String] {
  fileprivate var text: String { first ?? "" }
  fileprivate var isTrue: Bool { text == "true" }
  fileprivate var kinds: [(column: String, kind: String)] {
    compactMap { ColumnKind(argument: $0) }.map { ($0.column, $0.kind) }
  }
}
