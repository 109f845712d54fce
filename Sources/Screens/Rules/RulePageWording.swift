import Records

enum RulePageWording {
  static func title(_ rule: String) -> String { Wording.shortened(rule, to: 60) }

  static let notYet = Message("Not all rows have been looked at yet.")
  static let nothing = Message("No row would change.")

  static let (onlyShown, all) = ("Shown", "All")

  /// Asks whether to change the rows hidden by the search, too.
  static func narrowed(_ shown: Int, of all: Int, _ schema: Schema) -> Message {
    let verb = shown == 1 ? "is" : "are"
    return Message(
      "\(Wording.number(shown)) of \(Wording.count(all, schema)) \(verb) shown. Change only those shown, or all?"
    )
  }

  /// - Parameter shown: The number of lines that match the words; nil if all do.
  static func summary(_ page: RulePage, leftOut: Int, shown: Int?, _ schema: Schema) -> String {
    let isEmpty = page.count == 0
    if isEmpty { return page.isComplete ? "There are no rows." : "Looking at the rows …" }
    let changed = max(0, page.changedCount - leftOut)
    var parts = ["\(Wording.count(changed, schema)) \(changed == 1 ? "changes" : "change")"]
    if let shown { parts.append("\(Wording.number(shown)) shown") }
    if leftOut > 0 { parts.append("\(Wording.number(leftOut)) left out") }
    if page.refusedCount > 0 { parts.append("\(Wording.number(page.refusedCount)) cannot") }
    if page.sameCount > 0 { parts.append("\(Wording.number(page.sameCount)) stay as they are") }
    if page.changedCount + page.refusedCount > RulePage.lineLimit {
      parts.append("the first \(Wording.number(RulePage.lineLimit)) are shown")
    }
    if page.untriedCount > 0 {
      parts.append("constraints tried with \(Wording.number(page.count - page.untriedCount)) only")
    }
    return parts.joined(separator: " · ") + (page.isComplete ? "" : " …")
  }
}
