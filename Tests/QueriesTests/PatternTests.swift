import Foundation
import Records
import SeededRandom
import Testing

@testable import Queries

@Suite("Patterns") struct PatternTests {
  /// The range that the C library's `regexec` matches in a text of ASCII; nil for a pattern that it does not take.
  private static func range(_ pattern: String, in text: String) -> Range<Int>?? {
    var compiled = regex_t()
    guard regcomp(&compiled, pattern, REG_EXTENDED) == 0 else { return nil }
    defer { regfree(&compiled) }
    var found = regmatch_t()
    guard regexec(&compiled, text, 1, &found, 0) == 0 else { return .some(nil) }
    return Int(found.rm_so)..<Int(found.rm_eo)
  }

  private static func isMatch(_ pattern: Pattern, _ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { pattern.matches($0) }
  }

  /// A random pattern over a few letters.
  private static func pattern(_ random: inout SeededGenerator, _ depth: Int) -> String {
    // glibc's regexec finds matches that are too long, or none, where an anchor stands in a group that is repeated.
    let anchors = depth == 2 ? ["^", "$"] : []
    let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "x"] + anchors
    var text = ""
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var atom = atoms[Int.random(in: 0..<atoms.count, using: &random)]
      let isAnchor = atom == "^" || atom == "$"
      if depth > 0, Int.random(in: 0..<3, using: &random) == 0 { atom = "(\(pattern(&random, depth - 1)))" }
      let counts = ["", "", "*", "+", "?", "{2}", "{0,2}", "{1,}"]
      // What a star does to an anchor is not defined.
      text += atom + (isAnchor ? "" : counts[Int.random(in: 0..<counts.count, using: &random)])
    }
    return Int.random(in: 0..<4, using: &random) == 0 ? text + "|" + atoms[0] + "b" : text
  }

  @Test("Random patterns match where regexec matches, and as much", arguments: [UInt64(1), 2, 3])
  func oracle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var matchCount = 0
    for _ in 0..<700 {
      let typed = Self.pattern(&random, 2)
      let text = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "abcx".randomElement(using: &random) ?? "a" })
      guard let expected = Self.range(typed, in: text) else { continue }
      let pattern = try Pattern(typed, isFolded: false)
      let found = try #require(pattern.matches(in: text))
      let range = found.first?[0].map {
        $0.lowerBound.utf16Offset(in: text)..<$0.upperBound.utf16Offset(in: text)
      }
      #expect(range == expected, "\(typed) in \(text)")
      #expect(Self.isMatch(try Pattern(typed), text) == (expected != nil), "\(typed) in \(text)")
      if expected != nil { matchCount += 1 }
    }
    #expect(matchCount > 200)
  }

  @Test(
    "Case and marks do not matter",
    arguments: [
      ("^ÉMILE", "Emile Zola"), ("str[aä](ß|x)e$", "STRASSE"), ("[É-í]mile", "émile"), ("^.{4}$", "äöüs"),
      ("\\d{3}-\\d", "978-0"), ("[[:upper:]]x", "ax"), ("\\w+ \\w+$", "Лев Толстой"), ("\\.$", "end."),
      ("a|", "x"), ("[]x]", "]"), ("[^]x]", "a"), ("[a-]", "-"), ("[[.-.]x]", "-"), ("Ё", "ежик"),
      ("a{2}b{0}c", "aac"),
    ])
  func folded(pattern: String, text: String) throws {
    #expect(Self.isMatch(try Pattern(pattern), text))
  }

  @Test(
    "What is no pattern is refused with the reason",
    arguments: [
      ("", PatternError.empty), ("(a", .unbalancedGroup), ("a)", .unbalancedGroup), ("[a", .unclosedBracket),
      ("*a", .nothingToRepeat), ("a|+", .nothingToRepeat), ("a{2", .brokenCount), ("a{3,2}", .brokenCount),
      ("a{256}", .brokenCount), ("a{}", .brokenCount), ("[b-a]", .reversedRange),
      ("[[:letter:]]", .unknownClass("letter")), ("(a)\\1", .backReference), ("a\\", .nothingEscaped),
      ("((a{99}){99}){99}", .tooLarge), ("\u{301}{99}{99}{99}{99}{99}", .tooLarge),
      (String(repeating: "(", count: 50), .tooLarge),
    ])
  func broken(pattern: String, error: PatternError) { #expect(throws: error) { try Pattern(pattern) } }

  @Test("Nested stars take time in proportion to a long text, and can be stopped between two blocks of it")
  func long() throws {
    let pattern = try Pattern("(((a*)*b?)*c)*d$")
    let text = Array(repeating: UInt8(ascii: "a"), count: 2_000_000)
    let start = ContinuousClock.now
    #expect(!text.withUnsafeBytes { pattern.matches($0) })
    #expect(ContinuousClock.now - start < .seconds(20))
    var asked = 0
    let found = text.withUnsafeBytes { text in
      pattern.matches(text) {
        asked += 1
        return asked == 3
      }
    }
    #expect(!found && asked == 3)
    // Where it must note the places of groups, it gives up instead.
    #expect(try Pattern("a|a*c").matches(in: String(repeating: "a", count: 100_000)) == nil)
  }

  @Test("More states than are kept are forgotten, and found again") func manyStates() throws {
    let pattern = try Pattern("a.{14}b")
    var random = SeededGenerator(seed: 7)
    let text = (0..<60_000).map { _ in UInt8.random(in: 97...98, using: &random) } + Array("c".utf8)
    let places = text.indices.contains { $0 + 15 < text.count && text[$0] == 97 && text[$0 + 15] == 98 }
    #expect(text.withUnsafeBytes { pattern.matches($0) } == places)
    let none = text.map { $0 == 98 ? UInt8(99) : $0 }
    #expect(!none.withUnsafeBytes { pattern.matches($0) })
  }

  @Test("The finder takes a pattern behind a tilde, up to a space or in quotes") func finder() throws {
    let fields = [Field(column: "title", label: "Title", kind: .text)]
    func condition(_ typed: String) -> QueryCondition? { Query(typed, fields: fields).condition }
    func test(_ pattern: String) throws -> QueryCondition { .field(0, .matches(try Pattern(pattern))) }
    #expect(try condition("title~^the") == test("^the"))
    #expect(try condition("title~\\.$ a") == .all([.words(Matcher("a")), test("\\.$")]))
    #expect(try condition("(title~a(b)c)") == test("a(b)c"))
    #expect(try condition("title~\"a b|c\\\"\\.\"") == test("a b|c\"\\."))
    #expect(try condition("-title~x") == .not(test("x")))
    let query = Query("title~(a", fields: fields)
    #expect(query.condition == nil && query.problems.map(\.kind) == [.brokenPattern(.unbalancedGroup)])
    #expect(Query("title~", fields: fields).problems.map(\.kind) == [.missingValue("Title")])
    #expect(Query("~x a~", fields: fields).problems.isEmpty)
  }
}
