import Records

/// Maps the keys for reading, lending, stars, statuses and shelves to effects on books or loans.
enum ReadingKeys {
  static func effect(_ action: Action, on rows: RowSet, _ schema: Schema) -> Effect? {
    switch action {
    case .startReading: .reading(.start(rows))
    case .finishReading: .reading(.askAboutEnd(rows))
    case .noteProgress: rows.only.map { .reading(.askHowFar($0)) } ?? .say(Wording.notOfSeveral(schema))
    case .lend: .reading(.lend(rows))
    default: nil
    }
  }

  static func offers(_ action: Action, _ schema: Schema) -> Bool {
    switch action {
    case .startReading, .finishReading, .noteProgress: schema.isRead
    case .lend, .asks(.reading(.openLoans), _): schema.isRead || schema.isOfLoans
    case .rate: schema.starField != nil
    case .chooseStatus: schema.statusField != nil
    case .shelve: schema.shelfField != nil
    case .asks(.groups(.openAuthors), _): schema.authorField != nil
    default: true
    }
  }

  /// Puts rows on a shelf, or opens the menu of statuses for them.
  ///
  /// - Parameter held: The status of the only row, if it is known.
  static func change(_ action: Action, _ rows: RowSet, holding held: Value?, _ schema: Schema) -> Outcome {
    if action == .shelve { return .effect(.quick(.shelve(rows, of: schema.id))) }
    return schema.statusField.map { Outcome.push(MenuScreen.statuses($0, of: rows, holding: held, schema)) }
      ?? .nothing
  }

  /// Takes a key while stars are typed: a digit sets them at once, a point after it adds a half, anything else ends it.
  static func rate(_ action: Action, _ rows: RowSet, _ prompt: inout Prompt?, _ schema: Schema) -> Outcome {
    guard case .edit(.insert(let sign)) = action, let digit = prompt?.line.text, let index = schema.starField
    else {
      prompt = nil
      return .nothing
    }
    let (field, isHalf) = (schema.fields[index], sign == ".")
    if isHalf { prompt = nil } else { prompt?.apply(.insert(sign)) }
    do throws(FieldError) {
      let typed = isHalf ? digit + ".5" : sign
      let value = try typed == "0" ? field.null() : field.value(of: typed, replacing: .null)
      return .effect(.quick(.set(rows, of: schema.id, field: index, value, goesOn: isHalf)))
    } catch {
      return .effect(.say(FieldWording.problem(error, in: field)))
    }
  }
}
