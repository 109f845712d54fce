import Browser
import CursesTerminal

enum SettingTable {
  static let all = [
    Setting("file", .path, nil, "The database to open if you name none. The default is your own library."),
    Setting("read-only", .flag, "false", "Opens databases read-only."),
    Setting(
      "table", .text, nil,
      "The table to start with. This and the next three settings apply to the database that file names."),
    Setting(
      "title", .list, "[]",
      "The columns to show as a row's title, instead of those that booklist chooses."),
    Setting("columns", .list, "[]", "The columns to show beside the titles at first."),
    Setting("kind", .list, "[]", "The kinds of columns, like [\"price=decimal\"]."),
    Setting(
      "capitals", .list, "[]",
      "The columns in which each word begins with a capital while you type, like [\"author\"]."),
    Setting(
      "articles", .list, "[]",
      "The words to ignore at the beginning of titles when sorting, like [\"The\", \"A\"]."),
    Setting("ignore-articles", .flag, "false", "Ignores the default articles when sorting titles."),
    Setting(
      "surnames", .list, "[]",
      "The columns with names of people, like [\"author\"], which are sorted by surname."),
    Setting(
      "split", .choice(["as-left", "yes", "no"]), "\"as-left\"",
      "Shows the list and a book side by side, from 100 columns on: as when you left, at first \"yes\"."),
    Setting(
      "save-on", .choice(SaveMoment.allCases.map(\.rawValue)), "\"pressure\"",
      "When an edit reaches the database: \"pressure\" on a memory warning and on quitting, \"edit\" at each Save."
    ),
    Setting(
      "write-after", .seconds, "30",
      "The seconds after which a changed book is written back quietly, whatever save-on says."),
    Setting(
      "memory-budget", .size, "\"32MB\"",
      "The bytes that hydrated books may hold. Beyond that, the least recently used are dropped."),
    Setting(
      "pressure", .text, "\"auto\"",
      "Where memory warnings come from: \"auto\", \"off\", or the path of a pressure file, a FIFO or a socket."
    ),
    Setting(
      "clipboard", .choice(["auto", "terminal"]), "\"auto\"",
      "How y and Y copy: in the best way available, or always through the terminal (OSC 52)."),
    Setting(
      "window-title", .flag, "true",
      "Shows the list and the number of unwritten books in the title of the terminal's window."),
    Setting(
      "meter", .choice(["auto", "long"]), "\"auto\"",
      "What the status line shows: your place in the list, or always (\"long\") how much is in memory, as beside the inspector."
    ),
    Setting(
      "goal", .goal, nil,
      "What you want to read in a year: \"50 books\" or \"12000 pages\". The statistics say how far you are."
    ),
    Setting("mouse", .flag, "true", "Uses clicks and the wheel; hold Shift to leave them to the terminal."),
    Setting(
      "langmap", .layout, nil,
      "What the letters of your keyboard are as keys, as in Vim: \"фи;ab\". Russian, Ukrainian, Greek, Hebrew and Arabic are known."
    ),
    Setting(
      "theme", .choice(Theme.allCases.map(\.rawValue)), "\"auto\"",
      "The colours: \"auto\" asks the terminal whether its background is dark or light."),
    Setting(
      "photos", .choice(["auto", "cells"]), "\"auto\"",
      "Shows photos as pixels if the terminal can, or always as characters."),
    Setting(
      "synchronized-output", .choice(FrameMarks.allCases.map(\.rawValue)), "\"auto\"",
      "Has the terminal show each frame at one moment if it can: \"auto\" never does so in tmux and screen."),
    Setting(
      "plain", .flag, "false",
      "One line at a time instead of a full screen: for screen readers, teletypes and scripts."),
  ]

  static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }
}
