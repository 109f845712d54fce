import BookStore
import Records
import Screens
import TextSearch

/// What the screens ask for, done on the store.
extension Browser {
  func perform(_ effects: [Effect]) {
    for effect in effects {
      do {
        try perform(effect)
      } catch {
        if error == .busy {
          if case .look = effect { isLookLocked = true } else { wait(for: .effect(effect)) }
          continue
        }
        // A row that is gone has nothing to show; the list says so.
        if case .look(let id) = effect, error == .rowGone { stack.receive(.deleted(id)) }
        stack.message = .problem(sentence(error, in: stack.schema))
      }
    }
    sayLogState()
  }

  private func perform(_ effect: Effect) throws(StoreError) {
    switch effect {
    case .look(let id): stack.receive(.record(try store.snapshot(of: id)))
    case .lookAtNeighbor(let id, let offset): try lookAtNeighbor(of: id, offset)
    case .set(let id, let field, let value): try set(value, at: field, of: id)
    case .insert(let values, let table): try insert(values, into: table)
    case .openList(let source): try open(source)
    case .openLink(let link):
      stack.receive(.linked(try store.snapshot(of: link.target), try store.schema(of: link.target.table)))
    case .openReferences(let id): try openReferences(to: id)
    case .delete(let id): try delete(id)
    case .replace(let ids, let effect): try replace(ids, effect)
    case .askToDelete(let rows, let count, let title): try askToDelete(rows, count, title)
    case .deleteRows(let rows): begin(RowWork(DeleteAction(self, rows), rows, in: self))
    case .setRows(let rows, let field, let value):
      begin(RowWork(SetAction(store, field, value), rows, in: self))
    case .hydrate(let rows): begin(RowWork(HydrateAction(store: store), rows, in: self))
    case .jump(let jump): go(jump)
    case .order(let order, let id):
      try arrange(by: order, finding: listing.latestWords, keeping: id)
    case .find(let words, let id): try arrange(by: listing.latestOrder, finding: words, keeping: id)
    case .findNext(let words, let step):
      begin(SearchWork(Matcher(words), from: stack.selectedPlace, isForward: step > 0, in: self))
    case .cancelWork: work == nil && listing.activity == nil ? stopWritingBack() : cancelWork()
    case .editExternally(let text): editExternally(text)
    case .checkIsChangeable(let table, let field): try checkIsChangeable(table, field)
    case .openLarge(let id, let field):
      try store.editor.checkIsChangeable(id.table, .edit, field: field)
      stack.receive(.large(id, field: field, try store.read(field, of: id)))
      // Only all of its bytes have told that it is no text.
      if stack.isChoosingFile { list("") }
    case .say(let message): stack.message = message
    case .askToday: stack.receive(.today(Clock.secondsSince1970()))
    case .listFolder(let path): list(path)
    case .readFile(let path, let isConfirmed): try readFile(path, isConfirmed: isConfirmed)
    case .writeFile(let id, let field, let path, let isConfirmed):
      try writeFile(id, field, to: path, isConfirmed: isConfirmed)
    case .memoryWarning: warn(from: nil)
    case .redraw: terminal.invalidate()
    case .suspend: suspend()
    case .quit: quit()
    case .quitFinishing: quitsAfterWork = true
    case .quitStopping: stopAndQuit()
    case .quitKeeping: ending = .quit
    case .quitDiscarding:
      try store.history.discardUnwritten()
      ending = .quit
    case .openRecord(let id): try open(id)
    case .askToRestore: askToRestore()
    case .takeOverLog: takeOverLog()
    case .openReplacement: openReplacement()
    case .rescue: rescue()
    case .undo: try reverse(isRedo: false)
    case .redo: try reverse(isRedo: true)
    case .openHistory(let source): try openHistory(source)
    case .readHistory(let part, let source, let limit):
      stack.receive(.history(part, of: source, try lines(part, of: source, limit: limit)))
    case .restore: try recover(isDiscarding: false)
    case .discardAbandoned: try recover(isDiscarding: true)
    case .openConflicts: openConflicts()
    case .resolve(let id, let field, let choice): try resolve(id, field, choice)
    case .readConflicts(let part, let limit): readConflicts(part, limit: limit)
    case .settleAll(let choice, let isConfirmed): settleAll(choice, isConfirmed: isConfirmed)
    case .insertAgain(let id):
      try settle(id, Wording.insertedAgain) { () throws(StoreError) in try store.conflicts.insertAgain(id) }
    case .discard(let id): try settle(id, Wording.discardedRow) { store.conflicts.discard(id) }
    }
  }

  /// Closes the editor that has just been opened where what is typed into it could never be written.
  private func checkIsChangeable(_ table: TableID, _ field: Int?) throws(StoreError) {
    do throws(StoreError) {
      try store.editor.checkIsChangeable(table, field == nil ? .insertion : .edit, field: field)
    } catch {
      // What cannot be found out because of a lock is found out when it is written.
      if error == .busy { return }
      stack.receive(.cannotChange)
      throw error
    }
  }

  private func lookAtNeighbor(of id: RecordID, _ offset: Int) throws(StoreError) {
    // A record that an edit took out of the list had the selected place, where the one after it is now.
    guard listing.schema.id == id.table else {
      stack.message = Wording.noNeighbors
      return
    }
    let place = try listing.position(of: id) ?? stack.selectedPlace - (offset > 0 ? 1 : 0)
    guard place + offset >= 0,
      let row = try store.rows(in: place + offset..<place + offset + 1, of: listing).first ?? nil
    else {
      stack.message = Wording.noNeighbor(listing.schema, isAfter: offset > 0)
      return
    }
    stack.receive(.neighbor(try store.snapshot(of: row.id)))
    stack.receive(.selected(place + offset))
  }

  /// What an error means: only somebody who has written can have deleted a row.
  private func sentence(_ error: StoreError, in schema: Schema) -> String {
    error == .rowGone && store.haveOthersWritten ? Wording.rowDeleted : Wording.sentence(error, in: schema)
  }

  /// Sets a field; what is refused stays in the editor with the reason beside it.
  private func set(_ value: Value, at field: Int, of id: RecordID) throws(StoreError) {
    do throws(StoreError) {
      let old = try store.read(field, of: id)
      try keepingSelection { () throws(StoreError) in try store.set(value, at: field, of: id) }
      let result = isSavingAtOnce ? store.writeBack() : WriteBackResult()
      if let refusal = result.failures.first(where: { $0.id == id }), refusal.error.isRefusal {
        // What the database refuses goes on in the editor, not in the record.
        let reason = store.constraints.explained(refusal.error, of: id)
        try keepingSelection { () throws(StoreError) in try store.set(old, at: field, of: id) }
        throw reason
      }
      stack.receive(.accepted(try store.snapshot(of: id)))
      let schema = try store.schema(of: id.table)
      if old != value {
        let isWritten = isSavingAtOnce && result.isComplete
        stack.message = Wording.changed(schema.fields[field], isWritten: isWritten)
      }
      report(result)
    } catch {
      if error == .busy { throw error }
      let schema = (try? store.schema(of: id.table)) ?? store.schema
      stack.receive(.refused(.problem(sentence(error, in: schema))))
      try askToReplace(error, in: schema, .set(id, field: field, value))
    }
  }

  /// Says why something could not be written; the edits stay where they are.
  func report(_ result: WriteBackResult) {
    if result.error == .busy { return wait(for: .writeBack) }
    if let problem = unwritten(result) { stack.message = problem }
  }

  /// Says once why something could not be written that nobody asked for; it is tried again by itself.
  func note(_ result: WriteBackResult) {
    if result.isComplete { saidUnwritten = nil }
    if let problem = unwritten(result), let reason = result.reason { say(unwritten: problem, reason) }
  }

  /// Says once why something could not be written that nobody asked for, unless another program has but locked it.
  func say(unwritten problem: Message, _ reason: StoreError) {
    guard reason != .busy, problem != saidUnwritten else { return }
    saidUnwritten = problem
    stack.message = problem
  }

  /// What could not be written and why, if something could not: of one row its title and the fields that were changed.
  func unwritten(_ result: WriteBackResult) -> Message? {
    if let message = unsettled(result) { return message }
    guard var reason = result.reason else { return nil }
    let failure = result.error == nil ? result.failures.first : nil
    reason =
      failure.map { store.constraints.explained(reason, of: $0.id) } ?? store.constraints.explained(reason)
    if result.error != nil, store.unsafeCount > 0 {
      hasSaidLogState = true
      return Wording.inMemoryOnly(store.unsafeCount, reason)
    }
    guard let failure, let record = try? store.record(failure.id), let values = record.values,
      let schema = try? store.schema(of: failure.id.table)
    else { return Wording.notWritten(store.counts.dirty, store.recordSchema, reason) }
    let fields = record.originals.map { schema.fields[$0.index] }
    return Wording.notWritten(
      fields, of: schema.title(of: values), schema, reason, others: result.failures.count - 1)
  }

  private func insert(_ values: [Value], into table: TableID) throws(StoreError) {
    let schema = (try? store.schema(of: table)) ?? store.schema
    do {
      // A field that was left empty gets its column's default.
      let given = zip(schema.fields, values).map { $0.hasDefault && $1.isNull ? nil : $1 }
      let id = try store.insert(given, into: table)
      stack.receive(.inserted(try store.snapshot(of: id)))
      seeking = Seeking(id: id, isAtTop: true)
      seek()
      stack.message = Wording.added(listing.schema)
    } catch {
      if error == .busy { throw error }
      stack.message = .problem(Wording.sentence(error, in: schema))
      try askToReplace(error, in: schema, .insert(values, into: table))
    }
  }

  /// Gives a text to the person's editor; whatever goes wrong, what was typed stays.
  private func editExternally(_ text: String) {
    let editor = ExternalEditor(command: settings.editor ?? ExternalEditor.ofEnvironment)
    do throws(ExternalEditor.Failure) {
      stack.receive(.edited(try editor.edit(text, on: terminal)))
    } catch {
      stack.message = Wording.sentence(error, editor.command)
    }
    terminal.invalidate()
  }

  /// Writes every edit now.
  func writeBack() {
    report(store.writeBack())
  }

  private func suspend() {
    // Who stops the program does not want to wait; the edit log has what cannot be written.
    if let problem = unwritten(store.writeBack()) { stack.message = problem }
    // A program that is stopped may never go on.
    store.flushLog()
    terminal.suspend()
    terminal.invalidate()
  }
}

extension StoreError {
  /// Whether the values are at fault, so that only other ones can be written.
  fileprivate var isRefusal: Bool {
    switch self {
    case .constraint, .foreignKey, .ignored, .other: true
    default: false
    }
  }
}
