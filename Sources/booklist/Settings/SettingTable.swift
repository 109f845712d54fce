import Browser
import CursesTerminal

enum SettingTable {
  static let all = [
    Setting(
      name: "file", kind: .path, fallback: nil,
      summary: "The database to open if you name none. The default is your own library."),
    Setting(
      name: "read-only", kind: .flag, fallback: "false",
      summary: "Opens databases read-only."),
    Setting(
      name: "table", kind: .text, fallback: nil,
      summary:
        "The table to start with. This and the next three settings apply to the database that file names."),
    Setting(
      name: "title", kind: .list, fallback: "[]",
      summary: "The columns to show as a row's title, instead of those that booklist chooses."),
    Setting(
      name: "columns", kind: .list, fallback: "[]",
      summary: "The columns to show beside the titles at first."),
    Setting(
      name: "kind", kind: .list, fallback: "[]", summary: "The kinds of columns, like [\"price=decimal\"]."),
    Setting(
      name: "capitals", kind: .list, fallback: "[]",
      summary: "The columns in which each word begins with a capital while you type, like [\"author\"]."),
    Setting(
      name: "articles", kind: .list, fallback: "[]",
      summary:
        "The words to ignore at the beginning of titles when sorting, like [\"The\", \"A\"]."),
    Setting(
      name: "ignore-articles", kind: .flag, fallback: "false",
      summary: "Ignores the default articles when sorting titles."),
    Setting(
      name: "surnames", kind: .list, fallback: "[]",
      summary:
        "The columns with names of people, like [\"author\"], which are sorted by surname."),
    Setting(
      name: "split", kind: .choice(["as-left", "yes", "no"]), fallback: "\"as-left\"",
      summary:
        "Shows the list and a book side by side, from 100 columns on: as when you left, at first \"yes\"."),
    Setting(
      name: "save-on", kind: .choice(SaveMoment.allCases.map(\.rawValue)), fallback: "\"pressure\"",
      summary:
        "When an edit reaches the database: \"pressure\" on a memory warning and on quitting, \"edit\" at each Save."
    ),
    Setting(
      name: "write-after", kind: .seconds, fallback: "30",
      summary: "The seconds after which a changed book is written back quietly, whatever save-on says."),
    Setting(
      name: "memory-budget", kind: .size, fallback: "\"32MB\"",
      summary: "The bytes that hydrated books may hold. Beyond that, the least recently used are dropped."),
    Setting(
      name: "pressure", kind: .text, fallback: "\"auto\"",
      summary:
        "Where memory warnings come from: \"auto\", \"off\", or the path of a pressure file, a FIFO or a socket."
    ),
    Setting(
      name: "clipboard", kind: .choice(["auto", "terminal"]), fallback: "\"auto\"",
      summary: "How y and Y copy: in the best way available, or always through the terminal (OSC 52)."),
    Setting(
      name: "window-title", kind: .flag, fallback: "true",
      summary: "Shows the list and the number of unwritten books in the title of the terminal's window."),
    Setting(
      name: "meter", kind: .choice(["auto", "long"]), fallback: "\"auto\"",
      summary:
        "What the status line shows: your place in the list, or always (\"long\") how much is in memory, as beside the inspector."
    ),
    Setting(
      name: "goal", kind: .goal, fallback: nil,
      summary:
        "What you want to read in a year: \"50 books\" or \"12000 pages\". The statistics say how far you are."
    ),
    Setting(
      name: "mouse", kind: .flag, fallback: "true",
      summary: "Uses clicks and the wheel; hold Shift to leave them to the terminal."),
    Setting(
      name: "langmap", kind: .layout, fallback: nil,
      summary:
        "What the letters of your keyboard are as keys, as in Vim: \"фи;ab\". Russian, Ukrainian, Greek, Hebrew and Arabic are known."
    ),
    Setting(
      name: "theme", kind: .choice(Theme.allCases.map(\.rawValue)), fallback: "\"auto\"",
      summary: "The colours: \"auto\" asks the terminal whether its background is dark or light."),
    Setting(
      name: "photos", kind: .choice(["auto", "cells"]), fallback: "\"auto\"",
      summary: "Shows photos as pixels if the terminal can, or always as characters."),
    Setting(
      name: "synchronized-output", kind: .choice(FrameMarks.allCases.map(\.rawValue)), fallback: "\"auto\"",
      summary:
        "Has the terminal show each frame at one moment if it can: \"auto\" never does so in tmux and screen."
    ),
    Setting(
      name: "plain", kind: .flag, fallback: "false",
      summary: "One line at a time instead of a full screen: for screen readers, teletypes and scripts."),
  ]

  static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }
}
