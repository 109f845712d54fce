import Records

/// The questions before rows are merged.
public enum MergeQuestion {
  /// Asks whether to merge rows, and says what that changes.
  public static func asking(
    _ merge: Merge, _ count: MergeCount, _ schema: Schema
  ) -> AlertScreen {
    let row = count.title.map { "“\(Wording.title($0, schema))”" } ?? "one"
    let question =
      ["Merge \(Wording.count(merge.ids.count, schema)) into \(row)?"] + MergeWording.details(count, schema)
    let answer = AlertScreen.Answer("Merge", effects: [.duplicates(.merge(merge))])
    return AlertScreen(Message(question.joined(separator: " ")), answers: [.init("Cancel"), answer])
  }

  /// Asks whether to merge all groups in which nothing differs.
  public static func askingAlike(groups: Int, rows: Int, _ schema: Schema) -> AlertScreen {
    let number = groups == 1 ? "the one group" : "the \(Wording.number(groups)) groups"
    let question =
      "Merge \(number) in which nothing differs? \(Wording.count(rows, schema)) become \(Wording.number(groups))."
    let answer = AlertScreen.Answer("Merge", effects: [.duplicates(.mergeAlike)])
    return AlertScreen(Message(question), answers: [.init("Cancel"), answer])
  }
}
