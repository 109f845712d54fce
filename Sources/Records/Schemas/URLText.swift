/// Addresses as people type them.
package enum URLText {
  /// Whether a text is an address: no blank in it, and a scheme or a host with a point.
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

  /// The whole address of a web page or a mailbox, with its scheme; nil for any other text.
  ///
  /// A database may come from anybody, and other schemes open files or run scripts.
  static func address(_ text: String) -> String? {
    guard isURL(text) else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1)
    if parts.count == 2, ["http", "https", "mailto"].contains(parts[0].lowercased()) { return text }
    let isHost = parts.count == 1 || parts[0].contains(".") && parts[1].first?.isNumber == true
    return isHost ? "https://" + text : nil
  }
}
