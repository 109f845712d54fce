import Cells

/// The steps of the demonstration, in order.
public enum DemoStep: String, CaseIterable, Hashable, Sendable {
  /// The library is opened.
  case list
  /// A book is accessed.
  case look
  /// The same book is accessed again.
  case again
  /// One of its fields is changed.
  case edit
  /// One field of ten thousand books is changed.
  case set
  /// There is a memory warning.
  case warning
  /// The same ten thousand are changed again, under a small budget.
  case budget
  /// A program is killed, and its edits are restored.
  case recovery

  /// The title of the step.
  public var title: String {
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

  // MARK: - Keys

  /// The keys that perform the step, from any screen.
  ///
  /// - Parameters:
  /// - pass: Which pass of the tour this is, from 1. From the second on, the number is appended to the authors: the
  ///   database may hold the earlier ones, and setting those again would change nothing.
  /// - row: The row of the book, from 1; nil for the second row or, if the book was accessed before, for the selected
  ///   one.
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

  /// The number of keys at the start of `keys` that only put things back: a person need not press them.
  var preparationCount: Int {
    switch self {
    case .list, .budget, .recovery: 0
    // Esc and Enter are the step.
    case .again: Self.toList.count - 1
    case .look, .edit, .set, .warning: Self.toList.count
    }
  }

  /// Shows what is held of the record beside what the database has.
  static let compare = Key.character("d")

  /// Shows the statements in the inspector instead.
  static let inspect = Key.character("i")

  /// Closes everything above the list, and shows the whole list.
  private static let toList = [Key](repeating: .escape, count: 5)

  /// Selects a row by its number.
  private static func jump(to row: Int?) -> [Key] { row.map { typed("\($0)") + [.enter] } ?? [] }

  /// Sets the author of all books with the word in every tenth title, and confirms the question.
  private static func setAll(_ author: String) -> [Key] {
    [.character("/")] + typed(BookWords.sought.lowercased()) + [.enter, .character("*"), .character("=")]
      + [.end, .enter] + typed(author) + [.enter, .enter]
  }

  private static func typed(_ text: String) -> [Key] { text.map { .character($0) } }

  /// Whether the statements of the step are predictable: those of the list and of the recovery have run before
  /// anybody can be asked, and the number of transactions under a budget depends on how fast the work runs.
  var isForetellable: Bool { self != .list && !startsAnew }

  /// Whether the step needs a new browser, because it is about another run of the program.
  var startsAnew: Bool { self == .budget || self == .recovery }
}
