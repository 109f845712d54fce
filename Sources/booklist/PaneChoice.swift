import ArgumentParser

/// Whether the list and a book are side by side from the start; without either option, as when the person left.
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
