import Records

enum DuplicateWording {
  static let title = "Duplicates"
  static let searching = "Searching …"

  static let cancelled = "Not searched to the end, so there may be some."

  static func none(_ schema: Schema) -> String {
    let others =
      schema.field(named: "isbn") == nil ? "" : " Those with different ISBNs count as different."
    return "No \(schema.plural) look the same." + others
  }

  static func count(_ found: DuplicateList) -> String {
    guard found.isComplete || !found.groups.isEmpty else { return "not searched to the end" }
    let count = found.groups.count
    let more = found.isComplete ? "" : " and more"
    return "\(Wording.number(count))\(more) \(count == 1 && found.isComplete ? "group" : "groups")"
  }

  static func note(_ group: DuplicateGroup, isNarrow: Bool) -> String {
    let reason =
      isNarrow
      ? MergeWording.shortReason(group.reason, isSure: group.isSure)
      : MergeWording.reason(group.reason, isSure: group.isSure)
    return "\(reason) · \(Wording.number(group.ids.count))"
  }
}
