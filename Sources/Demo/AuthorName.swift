/// The names of the authors that the tour sets.
enum AuthorName {
  /// A name with a number behind it, which takes the place of the one that it may have; 1 is left out.
  static func numbered(_ name: String, _ number: Int) -> String {
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
    let bare = isNumbered ? words.dropLast().joined(separator: " ") : name
    return number == 1 ? bare : "\(bare) \(number)"
  }
}
