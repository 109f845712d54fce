import Records
import Testing

@testable import Queries

struct SuggestionListTests {
  @Test("the most frequent text that begins alike comes first, in any case and with any marks") func order() {
    let list = SuggestionList(["Émile Zola": 3, "emily brontë": 9, "Emma": 9, "Zoë": 20, "em": 1])
    #expect(list.completions(of: "em").map(\.text) == ["Emma", "emily brontë", "Émile Zola"])
    #expect(list.completions(of: "ÉM").map(\.rest) == ["ma", "ily brontë", "ile Zola"])
    #expect(list.completions(of: "emma").isEmpty)
    #expect(list.completions(of: "").isEmpty)
    #expect(list.completions(of: "em", limit: 1).count == 1)
  }

  @Test("an ISBN is that of a text in both of its forms, and nothing else is") func isbns() {
    let list = SuggestionList(["0-306-40615-2": 1, "978-0-8044-2957-3": 1, "none": 1, "": 1])
    for isbn in ["0306406152", "9780306406157", "080442957X", "978 0 8044 2957 3"] {
      #expect(list.holds(isbn: isbn), "\(isbn)")
    }
    for isbn in ["9780306406140", "", "none", "0306"] { #expect(!list.holds(isbn: isbn), "\(isbn)") }
  }

  @Test("a character is never taken apart") func characters() {
    let list = SuggestionList(["Straße 1": 1, "ﬁsh": 1])
    #expect(list.completions(of: "STRASS").map(\.rest) == ["e 1"])
    #expect(list.completions(of: "stras").isEmpty)
    #expect(list.completions(of: "f").isEmpty)
    #expect(list.completions(of: "fi").map(\.rest) == ["sh"])
  }

  @Test("of several texts the last one is completed, and none twice") func parts() {
    let list = SuggestionList(["science fiction": 5, "scary": 4, "short": 3], isOfParts: true)
    #expect(list.completions(of: "short; sc").map(\.text) == ["short; science fiction", "short; scary"])
    #expect(list.completions(of: "scary, s").map(\.rest) == ["cience fiction", "hort"])
    #expect(list.completions(of: "short; ").isEmpty)
    #expect(ListText.parts(of: " a ;b, c; ;") == ["a", "b, c"])
    #expect(ListText.parts(of: "a, b") == ["a", "b"])
  }
}
