import Cells
import Screens

package enum DemoWording {
  static func verdict(_ claims: [Claim]) -> String {
    let failed = claims.count { !$0.holds }
    return failed == 0
      ? "All \(claims.count) claims hold." : "\(failed) of \(claims.count) claims do not hold."
  }

  static let claims = "What holds, by the numbers of the promises in docs/hydration.md"

  static func line(_ claim: Claim) -> String {
    let expected = claim.expected == claim.measured ? "" : " (expected \(claim.expected))"
    return "\(claim.claim): \(claim.measured)\(expected)"
  }

  package static let makingBooks = "Making books"

  // MARK: - The tour

  /// What to do and what to watch in a step, in two lines of at most 78 columns.
  static func text(of step: DemoStep, bookCount: Int, isSplit: Bool) -> [String] {
    switch step {
    case .list:
      [
        "The list holds keys and titles only. One list query read its first page, and a",
        "thread counts all rows with queries of its own. PgDn and Home hydrate nothing.",
      ]
    case .look:
      [
        "↓ and Enter open a book. One statement reads its other fields now:",
        isSplit
          ? "it is hydrated, and the list shows a ● before its title."
          : "it is hydrated. Esc closes it, and the list shows a ● before its title.",
      ]
    case .again:
      [
        "Esc, then Enter, open the same book again.",
        "Its fields are in memory already, so no statement runs.",
      ]
    case .edit:
      [
        "Enter edits, End and Enter choose the author; type another, Enter, then Esc.",
        "It is dirty, ◆, and no statement has run. d shows the author in the database.",
      ]
    case .set:
      [
        "/lighthouse Enter finds every tenth book, * marks them, = sets their author.",
        "Each is hydrated and dirty. Watch the bytes held and the anonymous memory.",
      ]
    case .warning:
      [
        "m is the memory warning: one transaction writes the dirty books, of each only",
        "the author. Then all is released, and the memory goes back to the system.",
      ]
    case .budget:
      [
        "The program runs anew; records may hold \(budget(bookCount)). Change all authors again:",
        "the least recently used records are evicted, and dirty ones written first.",
      ]
    case .recovery:
      [
        "Another booklist changed three authors, and was killed before it wrote them.",
        "Its edits were in the edit log, and are dirty again here, ◆. m writes them.",
      ]
    }
  }

  private static func budget(_ bookCount: Int) -> String {
    Wording.bytes(DemoScript.budget(ofTourWith: bookCount))
  }

  static func figures(_ figures: Figures, columns: Int) -> String {
    let own =
      "\(Wording.number(figures.hydrated)) hydrated · \(Wording.number(figures.dirty)) dirty · \(Wording.bytes(figures.heldBytes)) held · "
      + "\(Wording.bytes(figures.anonymousBytes)) anonymous"
    let all = own + " · \(Wording.bytes(figures.residentBytes)) resident"
    return TextWidth.width(of: all) <= columns ? all : own
  }

  static func statements(_ tally: Tally) -> String {
    let parts = [
      ("list", tally.listQueries), ("count", tally.countQueries), ("hydrate", tally.hydrations),
      ("BEGIN", tally.transactions), ("UPDATE", tally.updates), ("columns", tally.columns),
    ]
    let ran = parts.filter { $0.1 > 0 }.map { "\($0.0) \(Wording.number($0.1))" }
    return ran.isEmpty ? "no statement" : ran.joined(separator: " · ")
  }

  package static let demoGreeting = Message(
    "A scratch library, which goes when you quit. Yours is not touched.")
}
