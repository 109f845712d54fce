import Records

enum DuplicateWording {
  static let title = "Duplicates"
  static let searching = "Searching …"

  static func none(_ schema: Schema) -> String { "No \(schema.plural) look the same." }

  static func count(_ found: DuplicateList) -> String {
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
