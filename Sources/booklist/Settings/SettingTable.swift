import Browser
import CursesTerminal
import Recording

/// All settings, in reading order.
enum SettingTable {
  static let all = [
    Setting(
      name: "file", kind: .path, usual: nil,
      summary: "The database to open if you name none. The default is your own library."),
    Setting(
      name: "read-only", kind: .flag, usual: "false",
      summary: "Opens databases read-only."),
    Setting(
      name: "table", kind: .text, usual: nil,
      summary:
        "The table to start with. This and the next three settings apply to the database that file names."),
    Setting(
      name: "title", kind: .list, usual: "[]",
      summary: "The columns to show as a row's title, instead of those that booklist chooses."),
    Setting(
      name: "columns", kind: .list, usual: "[]",
      summary: "The columns to show beside the titles at first."),
    Setting(
      name: "kind", kind: .list, usual: "[]", summary: "The kinds of columns, like [\"price=decimal\"]."),
    Setting(
      name: "articles", kind: .list, usual: "[]",
      summary:
        "The words to ignore at the beginning of titles when sorting, like [\"The\", \"A\"]."),
    Setting(
      name: "ignore-articles", kind: .flag, usual: "false",
      summary: "Ignores the usual articles when sorting titles."),
    Setting(
      name: "fresh", kind: .flag, usual: "false",
      summary: "Starts without the columns, the sort and the filter of your last session."),
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
      summary: "The bytes that hydrated books may hold. Beyond that, the least recently used are dropped."),
    Setting(
      name: "pressure", kind: .text, usual: "\"auto\"",
      summary:
        "Where memory warnings come from: \"auto\", \"off\", or the path of a pressure file, a FIFO or a socket."
    ),
    Setting(
      name: "clipboard", kind: .choice(["auto", "terminal"]), usual: "\"auto\"",
      summary: "How y and Y copy: in the best way available, or always through the terminal (OSC 52)."),
    Setting(
      name: "window-title", kind: .flag, usual: "true",
      summary: "Shows the list and the number of unwritten books in the title of the terminal's window."),
    Setting(
      name: "mouse", kind: .flag, usual: "true",
      summary: "Uses clicks and the wheel; hold Shift to leave them to the terminal."),
    Setting(
      name: "theme", kind: .choice(Theme.allCases.map(\.rawValue)), usual: "\"auto\"",
      summary: "The colours: \"auto\" asks the terminal whether its background is dark or light."),
    Setting(
      name: "photos", kind: .choice(["auto", "cells"]), usual: "\"auto\"",
      summary: "Shows photos as pixels if the terminal can, or always as characters."),
    Setting(
      name: "plain", kind: .flag, usual: "false",
      summary: "One line at a time instead of a full screen: for screen readers, teletypes and scripts."),
    Setting(
      name: "log", kind: .path, usual: nil,
      summary: "Writes decisions and their reasons to this file."),
    Setting(
      name: "trace", kind: .path, usual: nil,
      summary: "Writes each statement, look and warning to this file with its time, as NDJSON."),
    Setting(
      name: "record", kind: .path, usual: nil,
      summary: "Records the screens to this file as an asciicast, without the values in them."),
    Setting(
      name: "record-values", kind: .flag, usual: "false",
      summary: "Records values too: titles, fields, typed text, messages."),
    Setting(
      name: "record-format", kind: .choice(CastFormat.allCases.map(\.rawValue)), usual: "\"2\"",
      summary: "The version of asciicast: \"2\", which every player reads, or \"3\"."),
    Setting(
      name: "force", kind: .flag, usual: "false",
      summary: "Replaces the file that record names, if there is one."),
  ]

  /// The setting with this name.
  static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }
}
