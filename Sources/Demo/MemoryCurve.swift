import Markup
import Screens

/// A drawing of a memory figure over the time of a tour, with a line at the start of each step.
struct MemoryCurve {
  let title: String
  let points: [(time: Double, bytes: Int)]
  let starts: [Double]

  private static let size = (width: 720, height: 150)
  private static let margin = (left: 70, right: 10, top: 22, bottom: 22)

  private var last: Double { max(points.last?.time ?? 0, 0.001) }
  private var most: Int { max(points.map(\.bytes).max() ?? 0, 1) }

  var lines: [String] {
    guard points.count > 1 else { return [] }
    let name = MarkupText.escaped("\(title): at most \(Wording.bytes(most))")
    let (size, margin) = (Self.size, Self.margin)
    let bottom = size.height - margin.bottom
    // Each value holds until the next measurement, so the line has steps.
    let later = zip(points, points.dropFirst()).flatMap { [($1.time, $0.bytes), ($1.time, $1.bytes)] }
    let corners = [(points[0].time, points[0].bytes)] + later
    let path = corners.map { "\(x($0.0)),\(y($0.1))" }.joined(separator: " ")
    var lines = [
      "<svg class=\"curve\" viewBox=\"0 0 \(size.width) \(size.height)\" role=\"img\" aria-label=\"\(name)\">",
      "<text x=\"\(margin.left)\" y=\"14\" class=\"name\">\(MarkupText.escaped(title))</text>",
    ]
    for (number, start) in starts.enumerated() {
      lines.append("<path class=\"step\" d=\"M\(x(start)) \(margin.top)V\(bottom)\"/>")
      lines.append("<text x=\"\(x(start))\" y=\"\(size.height - 7)\">\(number + 1)</text>")
    }
    let end = "x=\"\(size.width - margin.right)\" y=\"\(size.height - 7)\" text-anchor=\"end\""
    lines += [
      "<text \(end)>\(Int(last.rounded())) s</text>",
      "<path class=\"axis\" d=\"M\(margin.left) \(margin.top)V\(bottom)H\(size.width - margin.right)\"/>",
      "<text x=\"\(margin.left - 6)\" y=\"\(margin.top + 5)\" text-anchor=\"end\">\(Wording.bytes(most))</text>",
      "<text x=\"\(margin.left - 6)\" y=\"\(bottom)\" text-anchor=\"end\">0</text>",
      "<polyline points=\"\(path)\"/>",
      "</svg>",
    ]
    return lines
  }

  private func x(_ time: Double) -> String {
    let room = Double(Self.size.width - Self.margin.left - Self.margin.right)
    return MarkupText.number(Double(Self.margin.left) + room * time / last)
  }

  private func y(_ bytes: Int) -> String {
    let room = Double(Self.size.height - Self.margin.top - Self.margin.bottom)
    return MarkupText.number(
      Double(Self.size.height - Self.margin.bottom) - room * Double(bytes) / Double(most))
  }
}
