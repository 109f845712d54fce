import BookStore
import Cells
import Screens

/// The wording about the person's own SQL statements.
public enum SQLWording {
  /// Why a statement does not run, and what to do.
  public static func sentence(_ error: StatementError) -> String {
    switch error {
    case .empty: "There is no statement. Type one that reads, such as SELECT title FROM book."
    case .several: "There is more than one statement. Run them one at a time."
    case .writes(let word):
      "\(word.isEmpty ? "This" : word) would write, and undo cannot see what a statement changes."
        + " Change rows on the screens, or with add, set and rm."
    case .isNoQuery(let word):
      "\(word) is refused: a statement here only reads rows, with SELECT, WITH or VALUES."
    case .function(let name): "The function \(name) is refused: it reaches outside the database."
    case .parameter(let name): "The parameter \(name) has no value. Write the value itself."
    case .nul: "The statement has a NUL character, at which SQLite would stop reading."
    case .invalid(let message, _): StoreWording.asSentence(message)
    case .tooLarge(let limit, isValue: false):
      "The result has more than \(Wording.bytes(limit)). Ask for less with WHERE or LIMIT, or use booklist sql."
    case .tooLarge(let limit, isValue: true):
      "A value of the result has more than \(Wording.bytes(limit)). Leave it out, or use booklist sql."
    case .store(let error): StoreWording.sentence(error)
    }
  }

  /// The line with the error and a mark below it; nil if the error has no position.
  public static func lines(of error: StatementError, in text: String) -> String? {
    guard let offset = error.offset, offset <= text.utf8.count else { return nil }
    let bytes = Array(text.utf8)
    let (before, after) = (String(decoding: bytes[..<offset], as: UTF8.self), bytes[offset...])
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    let head = before[start...].suffix(widthBefore)
    let tail = String(decoding: after, as: UTF8.self).prefix { !$0.isNewline }.prefix(widthAfter)
    return "  \(head)\(tail)\n  \(String(repeating: " ", count: TextWidth.width(of: String(head))))^"
  }

  private static let widthBefore = 40
  private static let widthAfter = 30
}
