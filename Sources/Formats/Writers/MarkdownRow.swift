/// Rows of a Markdown table (GitHub's specification, 4.10).
enum MarkdownRow {
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
