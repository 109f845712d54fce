import Cells
import Records

struct AccountPane {
  let account: SessionAccount

  static let leastRows = 9
  private static let nameColumns = 14
  private static let numberColumns = 12

  func draw(on frame: inout Frame, layout: Layout, isChosen: Bool) {
    let columns = layout.margin..<max(layout.margin, layout.size.columns - layout.margin)
    var rows = layout.content
    guard let first = rows.first, !columns.isEmpty else { return }
    if isChosen { frame.fill(row: first, columns: columns, role: .selected) }
    let heading = line("", AccountWording.session, AccountWording.sample, isChosen ? .selected : .label)
    frame.write(heading, at: Position(column: columns.lowerBound, row: first), width: columns.count)
    let table = AccountWording.rows(account).map { line($0.name, $0.session, $0.sample, .content) }
    let sentences = AccountWording.sentences(account).flatMap {
      Wrap.lines(of: $0, width: columns.count, limit: 4).map { [Span($0, .message)] }
    }
    rows = rows.dropFirst()
    for (row, spans) in zip(rows, table + [[]] + sentences) {
      frame.write(spans, at: Position(column: columns.lowerBound, row: row), width: columns.count)
    }
  }

  func drawLine(on frame: inout Frame, row: Int, margin: Int) {
    let width = frame.size.columns - 2 * margin
    let forms = AccountWording.lines(account)
    guard let form = forms.first(where: { TextWidth.width(of: $0) <= width }) ?? forms.last else { return }
    frame.write(form, at: Position(column: margin, row: row), width: width, role: .message)
  }

  private func line(_ name: String, _ session: String, _ sample: String, _ role: Role) -> [Span] {
    [
      Span(InspectorWording.filled(name, Self.nameColumns), role == .selected ? .selected : .label),
      Span(InspectorWording.padded(session, Self.numberColumns), role),
      Span(InspectorWording.padded(sample, Self.numberColumns), role),
    ]
  }
}

/// Words about the costs of the session and of the 2008 sample.
public enum AccountWording {
  static let title = "Account"
  static let session = "this session"
  static let sample = "2008 sample"

  static func rows(_ account: SessionAccount) -> [(name: String, session: String, sample: String)] {
    let atMost = account.evictedCount > 0 ? "≤ " : ""
    let atLeast = account.rowCount.isExact ? "" : "≥ "
    let looks = text(account.lookCount)
    return [
      ("statements", text(account.statementCount), atLeast + atMost + text(account.sampleStatementCount)),
      ("titles read", text(account.titleCount), atLeast + text(account.rowCount.value)),
      ("records read", looks, atMost + looks),
      ("rows written", text(account.writtenCount), atMost + text(account.sampleWrittenCount)),
      ("still to write", text(account.dirtyCount), atMost + text(account.sampleHeldCount)),
    ]
  }

  package static func sentences(_ account: SessionAccount) -> [String] {
    let (keys, titles) = (text(account.startCount), text(account.rowCount.value))
    let (records, written) = (text(account.lookCount), text(account.sampleWrittenCount))
    let total = bound(account) + text(account.sampleStatementCount)
    return [
      "This session ran \(count(account.statementCount, "statement")), and read "
        + "\(count(account.titleCount, "title")) and \(count(account.lookCount, "record")).",
      "The 2008 sample would have run \(total): \(keys) for all keys, \(titles) for titles, "
        + "\(records) for records and \(written) for writing.",
    ] + (account.warning.map { [sentence($0, account)] } ?? [])
  }

  private static func sentence(_ warning: SessionAccount.Warning, _ account: SessionAccount) -> String {
    let atMost = account.evictedCount > 0 ? "at most " : ""
    return "On the last warning it would have written \(atMost)\(count(warning.heldCount, "row")), of which "
      + "\(text(warning.changedCount)) had changed."
  }

  /// The account after a memory warning in one line, longest form first.
  static func lines(_ account: SessionAccount) -> [String] {
    guard let warning = account.warning else { return [] }
    let (ran, sample) = (text(account.statementCount), bound(account) + text(account.sampleStatementCount))
    let (held, changed) = (text(warning.heldCount), text(warning.changedCount))
    let rows = warning.heldCount == 1 ? "1 row" : "\(held) rows"
    return [
      "\(ran) statements; the 2008 sample \(sample), with \(rows) written on this warning, \(changed) changed",
      "Statements: \(ran) (2008: \(sample)) · written: \(changed) (2008: \(held))",
      "ran \(ran) (2008: \(sample)) · wrote \(changed) (2008: \(held))",
    ]
  }

  private static func bound(_ account: SessionAccount) -> String {
    if account.isExact { return "" }
    return account.evictedCount == 0 ? "at least " : account.rowCount.isExact ? "at most " : "about "
  }

  private static func text(_ number: Int) -> String { Wording.number(number) }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(text(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
