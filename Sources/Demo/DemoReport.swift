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

  // MARK: - As programs read it

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
