import Records

/// Books with copies of which it is known whether they are the same, made by rules.
struct LabelledBooks {
  struct Book: Sendable {
    var title: String
    var author: String
    var isbn: String?

    /// The title and the first author, in lower case.
    var name: String { (title + "/" + author.prefix { $0 != ";" }).lowercased() }
  }

  /// A rule that alters a book; nil where it does not apply.
  typealias Rule = (name: String, alter: @Sendable (Book) -> Book?)

  /// What leaves a book the same.
  static let same: [Rule] = [
    ("case", { $0.with { $0.title = $0.title.uppercased() } }),
    ("signs", { $0.with { $0.title = $0.title.replacing("'", with: "\u{2019}") + "!" } }),
    ("no ISBN", { $0.with { $0.isbn = nil } }),
    ("name turned", { book in turned(book.author).map { name in book.with { $0.author = name } } }),
    (
      "article",
      { book in
        let hasOther = ["A ", "An ", "Les ", "Le ", "La ", "El "].contains { book.title.hasPrefix($0) }
        if hasOther { return nil }
        let bare = book.title.hasPrefix("The ") ? String(book.title.dropFirst(4)) : nil
        return book.with { $0.title = bare ?? "The " + $0.title }
      }
    ),
    (
      "article behind",
      { book in
        guard book.title.hasPrefix("The "), !book.title.contains("("), !book.title.contains(":") else {
          return nil
        }
        return book.with { $0.title = String($0.title.dropFirst(4)) + ", The" }
      }
    ), ("edition", { $0.with { $0.title += " (2nd Edition)" } }),
    ("no brackets", { cut($0, before: " (") }), ("no subtitle", { cut($0, before: ": ") }),
    (
      "subtitle",
      { book in
        book.title.contains(":") || book.title.contains("(") ? nil : book.with { $0.title += ": A Novel" }
      }
    ), ("letter missing", { typed($0) { word in Array(word.prefix(2) + word.dropFirst(3)) } }),
    ("letter twice", { typed($0) { word in Array(word.prefix(3)) + [word[2]] + word.dropFirst(3) } }),
    (
      "letters swapped",
      {
        typed($0) { word in
          word[2] == word[3] ? nil : Array(word.prefix(2)) + [word[3], word[2]] + word.dropFirst(4)
        }
      }
    ),
  ]

  /// What makes it another one.
  static let other: [Rule] = [
    ("namesake", { $0.with { ($0.author, $0.isbn) = (String($0.author.reversed()), nil) } }),
    (
      "another edition",
      { book in
        guard let isbn = book.isbn, ISBNText.checked(isbn) != nil else { return nil }
        return book.with { $0.isbn = number(of: $0.title + $0.author) }
      }
    ),
    (
      "next volume",
      { book in
        guard let place = book.title.start(of: "#1)") else { return nil }
        return book.with {
          $0.title = String($0.title[..<place]) + "#2)"
          $0.isbn = nil
        }
      }
    ), ("volume", { $0.with { ($0.title, $0.isbn) = ($0.title + ", Vol. 7", nil) } }),
  ]

  /// An ISBN that only this text has.
  private static func number(of text: String) -> String {
    let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(sum % 1_000_000_000)
    let body = "978" + String(repeating: "0", count: 9 - digits.count) + digits
    return (0...9).map { body + String($0) }.first { ISBNText.checked($0) != nil } ?? body
  }

  private static func cut(_ book: Book, before part: String) -> Book? {
    guard let place = book.title.start(of: part) else { return nil }
    return book.with { $0.title = String($0.title[..<place]) }
  }

  private static func turned(_ name: String) -> String? {
    let words = name.split(separator: " ")
    guard words.count > 1, !name.contains(","), !name.contains(";"), let last = words.last else { return nil }
    return String(last) + ", " + words.dropLast().joined(separator: " ")
  }

  /// The book with its longest word before a bracket or a colon changed, if that has six letters of ASCII.
  private static func typed(_ book: Book, _ change: ([Character]) -> [Character]?) -> Book? {
    let main = book.title.prefix { !"(:".contains($0) }
    let words = main.split(separator: " ").filter {
      $0.count >= 6 && $0.allSatisfy { $0.isASCII && $0.isLetter }
    }
    guard let word = words.max(by: { $0.count < $1.count }), let changed = change(Array(word)) else {
      return nil
    }
    return book.with { $0.title.replaceSubrange(word.startIndex..<word.endIndex, with: changed) }
  }
}

extension LabelledBooks.Book {
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var book = self
    change(&book)
    return book
  }
}

extension String {
  /// Where a part of the text starts, after its first character.
  fileprivate func start(of part: String) -> String.Index? {
    indices.first { $0 > startIndex && self[$0...].hasPrefix(part) }
  }
}
