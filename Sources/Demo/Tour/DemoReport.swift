import BookStore
import Records

package struct DemoReport: Hashable, Sendable, Claims {
  var books: Int
  var steps: [StepReport] = []
  var claims: [Claim] = []
  /// After the memory warning.
  var account: SessionAccount?
  package var holds = true

  mutating func add(_ claim: Claim) {
    claims.append(claim)
    holds = holds && claim.holds
  }

  package var json: String {
    ReportValue.object([
      "account": account?.json, "books": .number(books), "claims": .list(claims.map(\.json)),
      "holds": .truth(holds), "steps": .list(steps.map(\.json)),
    ]).lines()
  }
}

extension SessionAccount {
  fileprivate var json: ReportValue {
    .object([
      "statements": .number(statementCount), "titles": .number(titleCount), "records": .number(lookCount),
      "written": .number(writtenCount), "sampleStatements": .number(sampleStatementCount),
      "sampleTitles": .number(rowCount.value), "sampleWritten": .number(sampleWrittenCount),
      "isExact": .truth(isExact),
    ])
  }
}

extension Claim {
  var json: ReportValue {
    .object([
      "promise": .number(promise), "claim": .text(claim), "expected": .text(expected),
      "measured": .text(measured), "holds": .truth(holds),
    ])
  }
}

extension StepReport {
  fileprivate var json: ReportValue {
    .object([
      "name": .text(name), "title": .text(title), "before": before.json, "height": height?.json,
      "after": after.json, "ran": ran.json, "written": written.map(ReportValue.number),
      "freedBytes": freedBytes.map(ReportValue.number),
    ])
  }
}

extension Figures {
  fileprivate var json: ReportValue {
    .object([
      "statements": .number(statements), "hydrated": .number(hydrated), "dirty": .number(dirty),
      "heldBytes": .number(heldBytes), "anonymousBytes": .number(anonymousBytes),
      "residentBytes": .number(residentBytes),
    ])
  }
}

extension Tally {
  fileprivate var json: ReportValue {
    .object([
      "listQueries": .number(listQueries), "countQueries": .number(countQueries),
      "hydrations": .number(hydrations), "transactions": .number(transactions), "updates": .number(updates),
      "columns": .number(columns), "others": .number(others),
    ])
  }
}

struct StepReport: Hashable, Sendable {
  var name, title: String
  var before: Figures
  /// At the peak, if that is neither the start nor the end.
  var height: Figures?
  var after: Figures
  var ran: Tally
  var written, freedBytes: Int?
}

struct Figures: Hashable, Sendable {
  /// The statements since the store was opened, including those on the schema.
  var statements = 0
  /// Includes the dirty records.
  var hydrated = 0
  var dirty = 0
  var heldBytes = 0
  /// Memory that the process can give back.
  var anonymousBytes = 0
  /// Includes the used pages of the program.
  var residentBytes = 0

  /// The current figures of a store, or only of the process without a store.
  init(_ store: BookStore? = nil) {
    (anonymousBytes, residentBytes) = MemoryFigures.ofProcess ?? (0, 0)
    guard let counts = store?.counts else { return }
    (statements, hydrated, dirty) = (counts.statementCount, counts.hydrated, counts.dirty)
    heldBytes = counts.byteCount
  }
}
