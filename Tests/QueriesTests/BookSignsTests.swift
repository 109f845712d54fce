import Testing

@testable import Queries

/// What counts as the same title and the same person.
@Suite("Signs of books") struct BookSignsTests {
  private func book(_ title: String, subtitle: String = "", _ author: String = "Ann Author") -> BookSigns {
    var cells = BookSigns.Cells()
    (cells.titles, cells.subtitle, cells.author) = (
      [Array(title.utf8)], Array(subtitle.utf8), Array(author.utf8)
    )
    return BookSigns(cells)
  }

  @Test(
    "Titles differ by an article, an edition, signs, the name of a series or one typing error",
    arguments: [
      ("The Hobbit", "Hobbit"), ("The Hobbit", "Hobbit, The"), ("Der Zauberberg", "Zauberberg"),
      ("Heroes' Feast", "Heroes\u{2019} Feast!"), ("Dune", "Dune (Dune Chronicles, #1)"),
      ("Calculus", "Calculus, 3rd Edition"), ("Calculus", "Calculus (Third Edition)"),
      ("Emma", "Emma: Norton Critical Edition"), ("Saga, Vol. 2", "Saga #2"), ("Saga II", "Saga, Volume Two"),
      ("Persuasion", "Persuasoin"), ("Persuasion", "Persuason"), ("Persuasion", "Persuassion"),
      ("Persuasion", "Persuasian"), ("The Note Book", "The Notebook"), ("Émile", "Emile"),
      ("C for Beginners", "C for Beginners!"), ("War & Peace", "War and Peace"),
    ])
  func spelling(_ left: String, _ right: String) {
    #expect(book(left).alikeness(book(right)) == .spelling)
    #expect(book(right).alikeness(book(left)) == .spelling)
    #expect(!book(left).contradicts(book(right)))
    #expect(haveCommonHash(book(left), book(right)))
  }

  @Test(
    "One has a subtitle that the other lacks",
    arguments: [
      ("Sapiens", "Sapiens: A Brief History of Humankind"), ("Moby-Dick", "Moby-Dick; or, The Whale"),
      ("Flatland", "Flatland - A Romance of Many Dimensions"), ("Lenin", "Lenin: 1870\u{2013}1924"),
    ])
  func subtitle(_ left: String, _ right: String) {
    #expect(book(left).alikeness(book(right)) == .subtitle)
    #expect(haveCommonHash(book(left), book(right)))
  }

  @Test("A subtitle may have a field of its own") func subtitleField() {
    let whole = book("Sapiens: A Brief History of Humankind")
    #expect(book("Sapiens", subtitle: "a brief history of humankind").alikeness(whole) == .spelling)
  }

  @Test(
    "Numbers, other subtitles and other words make other books",
    arguments: [
      ("Saga, Vol. 1", "Saga, Vol. 2"), ("Henry IV", "Henry VI"), ("Part One", "Part Two"),
      ("Dune", "Dune 2"), ("Saga", "Saga, Vol. 2"),
      ("Mistborn: The Final Empire", "Mistborn: The Well of Ascension"), ("1984", "1985"),
      ("Catch-22", "Catch-23"), ("Cats", "Bats and Cats"), ("War", "Wat"), ("It: Volume 2", "It"),
      ("Algebra A", "Algebra B"), ("C for Beginners", "C++ for Beginners"),
      ("C for Beginners", "C# for Beginners"), ("C++ for Beginners", "C# for Beginners"),
      ("Beginners", "100% Beginners"), ("2nd Chance", "3rd Chance"),
    ])
  func different(_ left: String, _ right: String) {
    #expect(book(left).alikeness(book(right)) == .none)
    #expect(book(right).alikeness(book(left)) == .none)
  }

  @Test(
    "Two editions or volumes contradict each other",
    arguments: [
      ("Calculus, 2nd Edition", "Calculus, 3rd Edition"),
      ("Emma (Dover Edition)", "Emma (Illustrated Edition)"), ("Dune (Dune, #1)", "Dune (Dune, #2)"),
    ])
  func contradiction(_ left: String, _ right: String) {
    #expect(book(left).contradicts(book(right)) || book(left).alikeness(book(right)) == .none)
  }

  @Test(
    "Names of one person",
    arguments: [
      ("Ursula K. Le Guin", "Le Guin, Ursula K."), ("J.R.R. Tolkien", "J. R. R. Tolkien"),
      ("Ursula Le Guin", "Ursula K. Le Guin"), ("J. Austen", "Jane Austen"), ("Zola; Somebody Else", "ZOLA"),
    ])
  func sameName(_ left: String, _ right: String) {
    #expect(book("", left).author.agrees(with: book("", right).author))
  }

  @Test(
    "Names of two people",
    arguments: [
      ("Frank Herbert", "Brian Herbert"), ("Ann Lee", "A. Lea"), ("J. K.", "J. R."),
      ("Jane Austen", "Austin, Jane"),
    ])
  func otherName(_ left: String, _ right: String) {
    #expect(!book("", left).author.agrees(with: book("", right).author))
  }

  private func haveCommonHash(_ left: BookSigns, _ right: BookSigns) -> Bool {
    let hashes = [left, right].map { book in
      var hashes: Set<UInt64> = []
      book.forEachHash { hashes.insert($0) }
      return hashes
    }
    return !hashes[0].isDisjoint(with: hashes[1])
  }
}
