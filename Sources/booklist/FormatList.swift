import Formats

struct FormatList {
  func show() {
    let width = Format.allCases.map(\.rawValue.count).max() ?? 0
    for format in Format.allCases {
      let ways = format.canRead && format.canWrite ? "in, out" : format.canRead ? "in" : "out"
      let line = padded(format.rawValue, width + 2) + padded(ways, 9) + format.summary
      StandardOutput.say(line)
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
