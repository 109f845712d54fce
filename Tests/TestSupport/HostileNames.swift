/// The strings of Fixtures/hostile-names.txt; its first lines say how they are written.
package enum HostileNames {
  /// All of them, in the file's order; none where the file is not there.
  package static let all: [String] = {
    let text = (try? Repository.text("Fixtures/hostile-names.txt")) ?? ""
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }.filter { !$0.hasPrefix("#") }.map(name)
  }()

  private static func name(_ line: String) -> String {
    guard let match = line.wholeMatch(of: /\*([0-9]+)(.+)/), let count = Int(match.1) else {
      return unescape(line)
    }
    return String(repeating: unescape(String(match.2)), count: count)
  }

  private static func unescape(_ line: String) -> String {
    line.replacing(/\\u\{([0-9A-F]+)\}|\\\\/) { match in
      guard let digits = match.1, let value = UInt32(digits, radix: 16) else { return "\\" }
      return Unicode.Scalar(value).map { String($0) } ?? ""
    }
  }
}
