import Records

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

  /// Shelves rows, or opens the menu of statuses; `held` is the status of a single row.
  static func change(_ action: Action, _ rows: RowSet, holding held: Value?, _ schema: Schema) -> Outcome {
    if action == .shelve { return .effect(.quick(.shelve(rows, of: schema.id))) }
    return schema.statusField.map { Outcome.push(MenuScreen.statuses($0, of: rows, holding: held, schema)) }
      ?? .nothing
  }

  /// A digit sets the stars at once, a point after it adds a half, any other key ends the prompt.
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

/// A screen's request about reading and lending books.
public enum ReadingEffect: Hashable, Sendable {
  case start(RowSet)
  /// The answer is `Update.begun`.
  case askAboutEnd(RowSet)
  /// The values of the form, then the minutes and the note of the last session, if any.
  case finish(RowSet, [Value])
  /// The same of a book that was finished on that day already: its reading changes, or there is another one.
  case finishAgain(RecordID, [Value], changing: RecordID?)
  /// The answer is `Update.begun`.
  case askHowFar(RecordID)
  case noteProgress(RecordID, [Value])
  /// Ask who borrows the books, or about their return; the answer is `Update.begun` or `Update.alert`.
  case lend(RowSet)
  case noteLoans(RowSet, [Value])
  /// The answer is `Update.opened`.
  case openLoans
  case takeBack(RowSet)
}

/// A screen's request to change rows by one or two keys.
public enum QuickEffect: Hashable, Sendable {
  /// `goesOn` adds the change to the step before.
  case set(RowSet, of: TableID, field: Int, Value, goesOn: Bool = false)
  /// Put rows on the last shelf; without one, ask (`ScreenStack.openShelves`).
  case shelve(RowSet, of: TableID)
  case put(RowSet, of: TableID, on: String)
}
