enum AuthorName {
  /// Appends a number to a name, or replaces an earlier one; 1 is omitted.
  static func numbered(_ name: String, _ number: Int) -> String {
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
    let bare = isNumbered ? words.dropLast().joined(separator: " ") : name
    return number == 1 ? bare : "\(bare) \(number)"
  }
}
