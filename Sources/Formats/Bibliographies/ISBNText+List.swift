import Records

extension ISBNText {
  /// The 13 digits of the first ISBN in a text that may have several, and words beside them: `0-306-40615-2 (pbk.)`.
  static func first(in text: String) -> String? {
    if let number = thirteen(text) { return number }
    let parts = text.split { ",;/|()".contains($0) || $0.isNewline }
    return parts.lazy.compactMap { part in
      thirteen(part) ?? part.split(separator: " ").lazy.compactMap { thirteen($0) }.first
    }.first
  }
}
