/// A row of a table in Markdown (GitHub's specification, 4.10).
enum MarkdownRow {
  /// The line of its cells; bars are escaped, and line ends become `<br>`.
  static func line(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
  }

  private static func escaped(_ cell: String) -> String {
    var text = ""
    for character in cell {
      switch character {
      case "|": text += "\\|"
      case "\\": text += "\\\\"
      case "\n", "\r", "\r\n": text += "<br>"
      default: text.append(character)
      }
    }
    return text
  }
}
