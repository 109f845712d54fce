import Cells
import Records

struct DuplicatesScreen: LinesScreen {
  let schema: Schema
  var lines = LineList<Line>()
  /// Nil until the search has ended.
  private var found: DuplicateList?

  struct Line: TextLine {
    let title: String
    let group: DuplicateGroup

    private static let key = Field(column: "", label: "", kind: .text, isRequired: false)

    var texts: [String] {
      [
        title, MergeWording.reason(group.reason, isSure: group.isSure), String(group.ids.count),
        group.ids.map { $0.values.map(Self.key.text).joined(separator: ",") }.joined(separator: " "),
      ]
    }

    var values: [Value] {
      var values = texts.map { Value.text(Text($0)) }
      values[2] = .integer(Int64(group.ids.count))
      return values
    }

    func note(isNarrow: Bool) -> String { DuplicateWording.note(group, isNarrow: isNarrow) }
  }

  init(schema: Schema) { self.schema = schema }

  var kind: Mode { .duplicates }
  var subject: Schema? { schema }
  var columns: [String] { ["title", "reason", "rows", "keys"] }
  var nothing: String {
    guard let found else { return DuplicateWording.searching }
    return found.isComplete ? DuplicateWording.none(schema) : DuplicateWording.cancelled
  }

  var bar: Bar? {
    var bar = Bar(left: .init(Wording.back(to: schema.name)), title: DuplicateWording.title + titleEnd)
    if let found { bar.note = DuplicateWording.count(found) }
    return bar
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .callDifferent, .mergeAlike: lines.count > 0
    // This leaves room in the key line for the hints of this screen.
    case .move, .memoryWarning: false
    default: offersLines(action) ?? true
    }
  }

  mutating func answer(_ action: Action) -> Outcome? {
    let ids = lines.chosen?.group.ids
    switch action {
    case .open: return ids.map { .effect(.duplicates(.compare($0))) } ?? .nothing
    case .callDifferent: return ids.map { .effect(.duplicates(.callDifferent($0))) } ?? .nothing
    case .mergeAlike:
      lines.endFind()
      return lines.all.isEmpty ? .nothing : .effect(.duplicates(.findAlike))
    default: return nil
    }
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .duplicates(let new):
      found = new
      let chosen = lines.chosen?.group.ids
      lines.replace(new.groups.map { Line(title: Wording.title($0.title, schema), group: $0) }) {
        $0.group.ids == chosen
      }
    case .settledDuplicates(let ids):
      found?.groups.removeAll { !ids.isDisjoint(with: $0.ids) }
      lines.removeAll { !ids.isDisjoint(with: $0.group.ids) }
    default: break
    }
  }
}

private enum DuplicateWording {
  static let title = "Duplicates"
  static let searching = "Searching …"
  static let cancelled = "Not searched to the end, so there may be some."

  static func none(_ schema: Schema) -> String {
    let others = schema.field(named: "isbn") == nil ? "" : " Those with different ISBNs count as different."
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

/// A screen's request about possible duplicates.
public enum DuplicateEffect: Hashable, Sendable {
  /// The answer is `Update.duplicates`.
  case open
  case compare([RecordID])
  case compareMarked(RowSet)
  /// Count what a merge changes, then ask; the answer is `Update.alert`.
  case ask(Merge)
  /// The answer is `Update.settledDuplicates`.
  case merge(Merge)
  /// Find the groups in which nothing differs, then ask; the answer is `Update.alert`.
  case findAlike
  case mergeAlike
  /// Remember that rows are no duplicates; the answer is `Update.settledDuplicates`.
  case callDifferent([RecordID])
}
