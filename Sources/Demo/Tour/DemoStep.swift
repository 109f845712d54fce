import Cells

/// The steps of the demonstration, in order.
package enum DemoStep: String, CaseIterable, Hashable, Sendable {
  case list
  case look
  case again
  case edit
  case set
  case warning
  case budget
  case recovery

  var title: String {
    switch self {
    case .list: "The list only"
    case .look: "Look at a book"
    case .again: "Look again"
    case .edit: "Edit one"
    case .set: "Set one field of many"
    case .warning: "A memory warning"
    case .budget: "The same under a budget"
    case .recovery: "Kill and recover"
    }
  }

  /// The keys that perform the step, from any screen.
  ///
  /// A later `pass` of the tour appends its number to the authors, so that they change. Without a `row`, the second row is
  /// used, or the selected one if the book was accessed before.
  func keys(pass: Int = 1, row: Int? = nil) -> [Key] {
    let author = { AuthorName.numbered($0, pass) }
    return switch self {
    case .list: [.pageDown, .pageDown, .home]
    case .look: Self.toList + [.home] + [Key](repeating: .down, count: (row ?? 2) - 1) + [.enter]
    case .again: Self.toList + Self.jump(to: row) + [.enter]
    case .edit:
      Self.toList + Self.jump(to: row) + [.enter, .enter, .end, .enter, .control("u")]
        + Self.typed(author("Somebody Else")) + [.enter, .escape, Self.compare]
    case .set: Self.toList + Self.setAll(author("Various Authors"))
    case .warning: Self.toList + [.character("m")]
    case .budget: Self.setAll(author("Sundry Hands"))
    case .recovery: [.character("m")]
    }
  }

  /// The keys at the start of `keys` that only restore the screen, and that a user need not press.
  var preparationCount: Int {
    switch self {
    case .list, .budget, .recovery: 0
    // Esc and Enter are the step.
    case .again: Self.toList.count - 1
    case .look, .edit, .set, .warning: Self.toList.count
    }
  }

  static let compare = Key.character("d")

  static let inspect = Key.character("i")

  private static let toList = [Key](repeating: .escape, count: 5)

  private static func jump(to row: Int?) -> [Key] { row.map { typed("\($0)") + [.enter] } ?? [] }

  private static func setAll(_ author: String) -> [Key] {
    [.character("/")] + typed(BookWords.sought.lowercased()) + [.enter, .character("*"), .character("=")]
      + [.end, .enter] + typed(author) + [.enter, .enter]
  }

  private static func typed(_ text: String) -> [Key] { text.map { .character($0) } }

  /// Whether the number of statements is predictable; under a budget, the transactions depend on the speed of the work.
  var isForetellable: Bool { self != .list && !startsAnew }

  /// Whether the step needs a new browser, because it is about another run of the program.
  var startsAnew: Bool { self == .budget || self == .recovery }
}

enum AuthorName {
  /// Appends a number to a name, or replaces an earlier one; 1 is omitted.
  static func numbered(_ name: String, _ number: Int) -> String {
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
    let bare = isNumbered ? words.dropLast().joined(separator: " ") : name
    return number == 1 ? bare : "\(bare) \(number)"
  }
}
