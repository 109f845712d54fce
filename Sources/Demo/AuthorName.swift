/// The names of the authors set by the tour.
enum AuthorName {
  /// A name with a number appended, replacing an earlier number; 1 is omitted.
  static func numbered(_ name: String, _ number: Int) -> String {
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
    let bare = isNumbered ? words.dropLast().joined(separator: " ") : name
    return number == 1 ? bare : "\(bare) \(number)"
  }
}
