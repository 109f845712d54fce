import ArgumentParser

/// Whether the list and a book start side by side; by default, as they were left.
enum PaneChoice: String, EnumerableFlag {
  case split
  case noSplit = "no-split"

  static func name(for value: PaneChoice) -> NameSpecification { .customLong(value.rawValue) }

  static func help(for value: PaneChoice) -> ArgumentHelp? {
    switch value {
    case .split:
      "Show the list and a book side by side, from 100 columns on; by default as when you left."
    case .noSplit: "Show the list or a book, one at a time; by default as when you left."
    }
  }
}
