/// The report as programs read it.
extension DemoReport {
  /// The report in JSON.
  public var json: String {
    JSONValue.object([
      "books": .number(books), "claims": .list(claims.map(\.json)), "holds": .truth(holds),
      "steps": .list(steps.map(\.json)),
    ]).lines()
  }
}

extension Claim {
  fileprivate var json: JSONValue {
    .object([
      "promise": .number(promise), "claim": .text(claim), "expected": .text(expected),
      "measured": .text(measured), "holds": .truth(holds),
    ])
  }
}

extension StepReport {
  fileprivate var json: JSONValue {
    .object([
      "name": .text(name), "title": .text(title), "before": before.json, "height": height?.json,
      "after": after.json, "ran": ran.json, "written": written.map(JSONValue.number),
      "freedBytes": freedBytes.map(JSONValue.number),
    ])
  }
}

extension Figures {
  fileprivate var json: JSONValue {
    .object([
      "statements": .number(statements), "hydrated": .number(hydrated), "dirty": .number(dirty),
      "heldBytes": .number(heldBytes), "residentBytes": .number(residentBytes),
    ])
  }
}

extension Tally {
  fileprivate var json: JSONValue {
    .object([
      "listQueries": .number(listQueries), "hydrations": .number(hydrations),
      "transactions": .number(transactions), "updates": .number(updates), "columns": .number(columns),
      "others": .number(others),
    ])
  }
}
