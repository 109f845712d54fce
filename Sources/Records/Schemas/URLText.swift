package enum URLText {
  /// A URL has no blank, and has a scheme or a host with a point.
  package static func isURL(_ text: some StringProtocol) -> Bool {
    let isPlain = text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.value >= 32 && $0 != "\u{7F}"
    }
    guard isPlain, !text.isEmpty else { return false }
    let scheme = text.prefix { $0 != ":" }
    if scheme.count + 1 < text.count, scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    {
      return true
    }
    let host = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let names = host.split(separator: ".", omittingEmptySubsequences: false)
    return names.count > 1 && names.allSatisfy { !$0.isEmpty }
  }

  /// Nil for schemes other than web and mail: in a database from an untrusted source, they might open files or run scripts.
  static func address(_ text: String) -> String? {
    guard isURL(text) else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1)
    if parts.count == 2, ["http", "https", "mailto"].contains(parts[0].lowercased()) { return text }
    let isHost = parts.count == 1 || parts[0].contains(".") && parts[1].first?.isNumber == true
    return isHost ? "https://" + text : nil
  }

  /// Whether a URL has invisible characters or no host.
  package static func isOdd(_ address: String) -> Bool { hasNoHost(address) || marked(address) != address }

  /// For example `http:///`.
  package static func hasNoHost(_ address: String) -> Bool {
    guard let colon = address.firstIndex(of: ":"), address[..<colon].lowercased().hasPrefix("http") else {
      return false
    }
    let rest = address[address.index(after: colon)...]
    let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let name = host.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return !rest.hasPrefix("//") || (name.first ?? ":") == ":"
  }

  /// Marks invisible characters as in `<U+202E>`.
  package static func marked(_ address: String) -> String {
    address.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .format, .control, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
      default:
        if scalar.properties.isDefaultIgnorableCodePoint {
          text += "<U+\(String(scalar.value, radix: 16, uppercase: true))>"
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
