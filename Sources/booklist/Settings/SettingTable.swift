import Browser
import CursesTerminal

/// All settings, in the order in which people read them.
enum SettingTable {
  static let all = [
    Setting(
      name: "file", kind: .path, usual: nil,
      summary: "The database that is opened where none is named; otherwise your own library."),
    Setting(
      name: "read-only", kind: .flag, usual: "false",
      summary: "Opens databases so that nothing can be changed."),
    Setting(
      name: "table", kind: .text, usual: nil,
      summary: "The table to begin with. This and the next three are about the database that file names."),
    Setting(
      name: "title", kind: .list, usual: "[]",
      summary: "The columns that stand for a row, instead of those that are guessed."),
    Setting(
      name: "columns", kind: .list, usual: "[]",
      summary: "The columns that are shown beside the titles at first."),
    Setting(
      name: "kind", kind: .list, usual: "[]", summary: "What columns hold, as [\"price=decimal\"]."),
    Setting(
      name: "articles", kind: .list, usual: "[]",
      summary:
        "The words that are left out at the beginning of titles when they are sorted, as [\"The\", \"A\"]."),
    Setting(
      name: "ignore-articles", kind: .flag, usual: "false",
      summary: "Leaves out the usual articles when titles are sorted."),
    Setting(
      name: "fresh", kind: .flag, usual: "false",
      summary: "Begins without the columns, the sort and the filter that you left."),
    Setting(
      name: "split", kind: .choice(["as-left", "yes", "no"]), usual: "\"as-left\"",
      summary: "Shows the list and a book side by side, from 100 columns on."),
    Setting(
      name: "save-on", kind: .choice(SaveMoment.allCases.map(\.rawValue)), usual: "\"pressure\"",
      summary:
        "When an edit reaches the database: \"pressure\" on a memory warning and on quitting, \"edit\" at each Save."
    ),
    Setting(
      name: "write-after", kind: .seconds, usual: "30",
      summary: "The seconds after which a changed book is written back quietly, whatever save-on says."),
    Setting(
      name: "memory-budget", kind: .size, usual: "\"32MB\"",
      summary: "The bytes that hydrated books may hold; the least recently used are let go beyond that."),
    Setting(
      name: "pressure", kind: .text, usual: "\"auto\"",
      summary:
        "Where memory warnings come from: \"auto\", \"off\", or the path of a pressure file, a FIFO or a socket."
    ),
    Setting(
      name: "clipboard", kind: .choice(["auto", "terminal"]), usual: "\"auto\"",
      summary: "How y and Y copy: by the best way there is, or always through the terminal (OSC 52)."),
    Setting(
      name: "window-title", kind: .flag, usual: "true",
      summary: "Shows the list and what is not written yet in the title of the terminal's window."),
    Setting(
      name: "mouse", kind: .flag, usual: "true",
      summary: "Takes clicks and the wheel; Shift passes them to the terminal."),
    Setting(
      name: "theme", kind: .choice(Theme.allCases.map(\.rawValue)), usual: "\"auto\"",
      summary: "The colours: \"auto\" asks the terminal whether its background is dark or light."),
    Setting(
      name: "photos", kind: .choice(["auto", "cells"]), usual: "\"auto\"",
      summary: "Photos as pixels where the terminal can show them, or always as characters."),
    Setting(
      name: "plain", kind: .flag, usual: "false",
      summary: "One line at a time instead of a full screen: for screen readers, teletypes and scripts."),
    Setting(
      name: "log", kind: .path, usual: nil,
      summary: "A file to which decisions and their reasons are written."),
    Setting(
      name: "trace", kind: .path, usual: nil,
      summary: "A file to which each statement, look and warning is written with its time, as NDJSON."),
  ]

  /// The setting of a name.
  static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }
}
