import BookStore
import Browser
import Formats
import Queries
import Records
import Screens

/// What rules would do, row by row, as a table or in a format: the key, the title, each field before and after, and why a row
/// cannot take its new values, or that a trigger deletes it.
struct RuleLines {
  private let rules: [FieldRule]
  private let schema: Schema
  private let columns: [String]
  private var writer: FormatWriter?
  private var table: TextTable

  init(_ rules: [FieldRule], _ schema: Schema, _ output: OutputFormat) {
    (self.rules, self.schema) = (rules, schema)
    let names = rules.map { schema.field(at: $0.field).column }
    let columns = ["key", "title"] + names.flatMap { ["\($0) before", "\($0) after"] } + ["refused"]
    self.columns = columns
    writer = output.format.map { FormatWriter($0, columns: columns) }
    table = TextTable(columns, areNumbers: columns.map { _ in false })
  }

  func start() -> [UInt8] { writer?.start() ?? [] }

  /// Empty for a row that does not change.
  mutating func row(_ outcome: RuleOutcome) -> [UInt8] {
    var (after, reason): ([Value], Value) = (rules.map { _ in .null }, .null)
    switch outcome.result {
    case .changed(let new): after = new
    case .removed: reason = .text("deleted by a trigger")
    case .refused: reason = .text(Text(Self.reason(outcome, schema)))
    case .same, .gone: return []
    }
    if writer == nil { return Array(table.lines(of: texts(outcome, after, reason)).utf8) }
    let key = outcome.id.rowid.map { Value.integer($0) } ?? .text(Text(KeyText.text(of: outcome.id)))
    let pairs = zip(outcome.before, after).flatMap { [$0, $1] }
    let values = [key, outcome.title] + pairs + [reason]
    return writer?.row(FormatRow(line: 0, columns: columns, values: values)) ?? []
  }

  private func texts(_ outcome: RuleOutcome, _ after: [Value], _ reason: Value) -> [String] {
    let pairs = rules.indices.flatMap { place in
      [outcome.before[place], after[place]].map {
        RowTable.text(of: $0, in: schema.field(at: rules[place].field))
      }
    }
    return [KeyText.text(of: outcome.id), schema.text(ofTitle: outcome.title)] + pairs + [
      reason.plainText ?? ""
    ]
  }

  mutating func end() -> [UInt8] { writer?.end() ?? Array(table.rest().utf8) }

  static func reason(_ outcome: RuleOutcome, _ schema: Schema) -> String {
    guard case .refused(let refusal) = outcome.result else { return "" }
    return switch refusal {
    case .rule(let refusal, let field): RuleWording.sentence(refusal, schema.field(at: field))
    case .store(let error): StoreWording.sentence(error, in: schema)
    }
  }
}
