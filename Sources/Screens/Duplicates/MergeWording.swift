import Records

/// Words about duplicates and merging.
public enum MergeWording {
  package static func reason(_ reason: DuplicateGroup.Reason, isSure: Bool) -> String {
    let words =
      switch reason {
      case .source: "same name at a service"
      case .isbn: "same ISBN"
      case .title: "same title and author"
      case .author: "same title, other people differ"
      case .similar: "similar title"
      case .fields: "same fields"
      }
    return isSure ? words : words + "?"
  }

  static func shortReason(_ reason: DuplicateGroup.Reason, isSure: Bool) -> String {
    let word =
      switch reason {
      case .source: "service"
      case .isbn: "ISBN"
      case .title: "title"
      case .author: "people"
      case .similar: "similar"
      case .fields: "fields"
      }
    return isSure ? word : word + "?"
  }

  package static func details(_ count: MergeCount, _ schema: Schema) -> [String] {
    func rows(_ number: (MergeCount.Table) -> Int) -> String? {
      let texts = count.tables.compactMap { table in
        number(table) > 0 ? Wording.count(number(table), table.schema) : nil
      }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
    let stays = count.keptCount == 1 ? "the one that stays" : "those that stay"
    var lines: [String] = []
    if let moved = rows(\.movedCount) { lines.append("Moved to \(stays): \(moved).") }
    if let joined = rows(\.joinedCount) { lines.append("In both, so kept once: \(joined).") }
    let labels = count.fields.keys.sorted().map { schema.fields[$0].label }
    if !labels.isEmpty { lines.append("Fields that change: \(labels.joined(separator: ", ")).") }
    if count.droppedCount > 0 { lines.append("Not kept: \(dropped(count)).") }
    return lines
  }

  private static let namedCount = 8

  private static func dropped(_ count: MergeCount) -> String {
    var texts: [String] = []
    for value in count.dropped {
      if value.field.kind == .longText {
        if !texts.contains(value.field.label) { texts.append(value.field.label) }
        continue
      }
      let shown = Wording.shortened(FieldWording.displayed(value.value, in: value.field), to: 30)
      let text =
        "\(value.field.label) \(value.field.kind.isText || value.field.kind == .list ? "“\(shown)”" : shown)"
      if !texts.contains(text) { texts.append(text) }
    }
    let named = texts.prefix(namedCount)
    let rest = max(texts.count, count.droppedCount - count.dropped.count + texts.count) - named.count
    return named.joined(separator: "; ") + (rest > 0 ? "; and \(Wording.number(rest)) more" : "")
  }

  /// What was merged, or would be; a single remaining row is named.
  package static func merged(_ count: MergeCount, _ schema: Schema, isDone: Bool = true) -> String {
    let rows = Wording.count(count.goneCount + count.keptCount, schema)
    let one = count.keptCount == 1 ? count.title.map { "“\(Wording.title($0, schema))”" } : nil
    return
      "\(isDone ? "Merged" : "This would merge") \(rows) into \(one ?? Wording.count(count.keptCount, schema))."
  }
}

/// The questions before rows are merged.
public enum MergeQuestion {
  package static func asking(_ merge: Merge, _ count: MergeCount, _ schema: Schema) -> AlertScreen {
    let row = count.title.map { "“\(Wording.title($0, schema))”" } ?? "one"
    let question =
      ["Merge \(Wording.count(merge.ids.count, schema)) into \(row)?"] + MergeWording.details(count, schema)
    let answer = AlertScreen.Answer("Merge", effects: [.duplicates(.merge(merge))])
    return AlertScreen(Message(question.joined(separator: " ")), answers: [.init("Cancel"), answer])
  }

  package static func askingAlike(groups: Int, rows: Int, _ schema: Schema) -> AlertScreen {
    let number = groups == 1 ? "the one group" : "the \(Wording.number(groups)) groups"
    let question =
      "Merge \(number) in which nothing differs? \(Wording.count(rows, schema)) become \(Wording.number(groups))."
    let answer = AlertScreen.Answer("Merge", effects: [.duplicates(.mergeAlike)])
    return AlertScreen(Message(question), answers: [.init("Cancel"), answer])
  }
}
