import BookStore
import Records
import Screens

final class ReadingCommands {
  private unowned let workspace: Workspace
  private let navigation: Navigation
  private let runner: WorkRunner

  init(_ workspace: Workspace, _ navigation: Navigation, _ runner: WorkRunner) {
    (self.workspace, self.navigation, self.runner) = (workspace, navigation, runner)
  }

  private var store: BookStore { workspace.store }
  private var today: Value { (CalendarDate.today?.description).map { .text(Text($0)) } ?? .null }

  /// Uses IDs if the list knows them, because rows may join the list while a form is open.
  private func named(_ rows: RowSet) -> RowSet {
    guard case .all(let exceptions) = rows, let known = workspace.focus.knownIDs else { return rows }
    return .rows(Set(known).subtracting(exceptions))
  }

  func perform(_ effect: ReadingEffect) throws(StoreError) {
    switch effect {
    case .start(let rows): try start(named(rows))
    case .askAboutEnd(let rows): try ask(about: named(rows))
    case .finish(let rows, let values): try finish(rows, values)
    case .finishAgain(let id, let values, let reading): try finish(id, values, changing: reading)
    case .askHowFar(let id): try ask(progressOf: id)
    case .noteProgress(let id, let values): try noteProgress(id, values)
    case .lend(let rows): try lend(named(rows))
    case .noteLoans(let rows, let values): begin(.lending(values), rows)
    case .takeBack(let rows): try takeBack(rows)
    case .openLoans: try openLoans()
    }
  }

  private func readings(of id: RecordID) throws(StoreError) -> BookReadings {
    try store.editor.checkIsChangeable(id.table, .edit, field: nil)
    return try BookReadings(id, in: store)
  }

  private func offerTables(_ id: RecordID, _ message: Message) throws(StoreError) {
    let missing = try store.fields.missingTables(of: id.table)
    guard !missing.isEmpty, store.logState == .ready else { return workspace.stack.message = message }
    workspace.stack.receive(.alert(ReadingWording.offer(missing, for: id.table)))
  }

  // MARK: - Several books

  private func first(of rows: RowSet) -> RecordID? {
    if case .rows(let ids) = rows { return ids.first }
    return workspace.focus.selectedRecord
  }

  private func begin(_ deed: ReadingAction.Deed, _ rows: RowSet) {
    // If other work is running, the form stays open.
    guard runner.work?.isSearch ?? true else { return workspace.stack.message = Wording.stillWorking }
    workspace.stack.receive(.noted)
    runner.begin(ReadingAction(deed, on: today, in: workspace), rows)
  }

  private func count(_ rows: RowSet) -> String {
    Wording.count(rows.count(in: workspace.listing.count), workspace.listing.schema)
  }

  // MARK: - Readings

  private func start(_ rows: RowSet) throws(StoreError) {
    guard let id = first(of: rows) else { return }
    let readings = try readings(of: id)
    guard try readings.areNoted else { return try offerTables(id, ReadingWording.noReadings) }
    guard rows.only != nil else { return begin(.starting, rows) }
    var hasStarted = false
    try workspace.focus.keepingSelection { () throws(StoreError) in
      hasStarted = try readings.start(on: today)
    }
    try finish(id, hasStarted ? ReadingWording.started(try title(of: id)) : ReadingWording.isRead)
  }

  private func ask(
    about rows: RowSet, on day: Value? = nil, besides session: [Value] = []
  ) throws(StoreError) {
    guard let id = first(of: rows) else { return }
    guard try readings(of: id).areNoted else { return try offerTables(id, ReadingWording.noReadings) }
    let schema = try store.schema(of: id.table)
    let isOne = rows.only != nil
    let review = isOne ? schema.field(named: "review") : nil
    let text = try review.map { field throws(StoreError) in try store.shelf.read(field, of: id) }
    // The rating starts empty, because that of an earlier reading does not apply.
    let start = DraftStart(
      finishing: rows, called: isOne ? try title(of: id) : count(rows),
      [day ?? today, .null, text ?? .null], besides: session)
    workspace.stack.receive(.begun(FinishForm.schema(of: schema), start))
  }

  private func finish(_ rows: RowSet, _ values: [Value]) throws(StoreError) {
    if let problem = ReadingMoment.problem(values[FinishForm.day], isWhole: false) {
      return workspace.stack.message = ReadingWording.sentence(problem)
    }
    guard let id = rows.only else { return begin(.finishing(values), rows) }
    if let reading = try readings(of: id).reading(finishedOn: values[FinishForm.day]) {
      let question = ReadingWording.isFinished(id, called: try title(of: id), values, reading)
      return workspace.stack.receive(.alert(question))
    }
    try finish(id, values, changing: nil)
  }

  private func finish(_ id: RecordID, _ values: [Value], changing reading: RecordID?) throws(StoreError) {
    let readings = try readings(of: id)
    // Minutes and note, if the reader came from the progress form.
    let besides = values.dropFirst(FinishForm.count)
    let session =
      besides.count < 2
      ? nil
      : ReadingSession(
        on: values[FinishForm.day], minutes: besides[FinishForm.count], note: besides[FinishForm.count + 1]
      ).unlessEmpty
    try workspace.focus.keepingSelection { () throws(StoreError) in
      try readings.finish(
        on: values[FinishForm.day], rating: values[FinishForm.rating], review: values[FinishForm.review],
        session: session, changing: reading)
    }
    workspace.stack.receive(.noted)
    try finish(id, ReadingWording.finished(try title(of: id)))
  }

  private func ask(progressOf id: RecordID) throws(StoreError) {
    guard try readings(of: id).areNoted else { return try offerTables(id, ReadingWording.noReadings) }
    let start = DraftStart(progressOf: id, called: try title(of: id), [.null, today, .null, .null])
    workspace.stack.receive(.begun(ProgressForm.schema(of: try store.schema(of: id.table)), start))
  }

  private func noteProgress(_ id: RecordID, _ values: [Value]) throws(StoreError) {
    let day = values[ProgressForm.day]
    guard case .text(let text) = values[ProgressForm.place], let place = ReadingPlace(text.string) else {
      return workspace.stack.message = ReadingWording.noPlace
    }
    if let problem = ReadingMoment.problem(day, isWhole: true) {
      return workspace.stack.message = ReadingWording.sentence(problem)
    }
    let session = ReadingSession(
      on: day, minutes: values[ProgressForm.minutes], note: values[ProgressForm.note])
    switch place {
    case .end:
      workspace.stack.receive(.noted)
      try ask(about: .rows([id]), on: day, besides: [session.minutes, session.note])
    case .stopped: try stop(id, session)
    default: try note(place, of: id, session)
    }
  }

  private func stop(_ id: RecordID, _ session: ReadingSession) throws(StoreError) {
    let readings = try readings(of: id)
    try workspace.focus.keepingSelection { () throws(StoreError) in
      try readings.stop(on: session.day, session: session.unlessEmpty)
    }
    workspace.stack.receive(.noted)
    try finish(id, ReadingWording.stopped(try title(of: id)))
  }

  private func note(_ place: ReadingPlace, of id: RecordID, _ session: ReadingSession) throws(StoreError) {
    let readings = try readings(of: id)
    var result = BookReadings.ProgressResult.notKept
    try workspace.focus.keepingSelection { () throws(StoreError) in
      result = try readings.note(place, in: session)
    }
    if result == .notKept { return try offerTables(id, ReadingWording.reply(result)) }
    guard case .noted = result else { return workspace.stack.message = ReadingWording.reply(result) }
    workspace.stack.receive(.noted)
    try finish(id, ReadingWording.reply(result))
  }

  // MARK: - Loans

  private func lend(_ rows: RowSet) throws(StoreError) {
    guard let id = rows.only else { return try lendSeveral(rows) }
    if let (book, loan) = try BookReadings.Loan.find(id, in: store) { return try askIfBack(book, loan) }
    let readings = try readings(of: id)
    if let loan = try readings.loan { return try askIfBack(id, loan) }
    guard let source = try readings.loanSource else {
      return try offerTables(id, ReadingWording.noLoans)
    }
    let schema = try store.schema(of: source.table)
    let start = DraftStart(in: source.scope, of: schema, given: ["direction": "lent", "lent_on": today])
    workspace.stack.receive(.begun(schema, start))
  }

  private func lendSeveral(_ rows: RowSet) throws(StoreError) {
    guard let id = first(of: rows) else { return }
    guard !workspace.listing.schema.isOfLoans else {
      return workspace.stack.receive(.alert(ReadingWording.areBack(rows, count(rows))))
    }
    guard let source = try readings(of: id).loanSource else {
      return try offerTables(id, ReadingWording.noLoans)
    }
    let lent = try lent(rows)
    if case .rows(let ids) = rows, lent == ids {
      return workspace.stack.receive(.alert(ReadingWording.areBack(rows, count(rows))))
    }
    var (rows, schema) = (rows, try store.schema(of: source.table))
    rows.forget(.rows(lent))
    // Each loan sets its own book.
    for field in source.scope?.fields ?? [] {
      (schema.fields[field].isRequired, schema.fields[field].isHidden) = (false, true)
    }
    let start = DraftStart(
      lending: rows, called: count(rows), of: schema, given: ["direction": "lent", "lent_on": today])
    workspace.stack.receive(.begun(schema, start))
    if !lent.isEmpty { workspace.stack.message = ReadingWording.areLent(lent.count) }
  }

  private func lent(_ rows: RowSet) throws(StoreError) -> Set<RecordID> {
    guard case .rows(let ids) = rows, ids.count <= Self.askedCount else { return [] }
    var lent: Set<RecordID> = []
    for id in ids where try BookReadings(id, in: store).loan != nil { lent.insert(id) }
    return lent
  }

  private static let askedCount = 100

  private func takeBack(_ rows: RowSet) throws(StoreError) {
    guard let id = rows.only else { return begin(.takingBack, rows) }
    let found = try BookReadings.Loan.find(id, in: store)
    let book = found?.book ?? id
    let readings = try readings(of: book)
    let open = try found == nil ? readings.loan : nil
    guard let loan = found?.loan ?? open else { return }
    try workspace.focus.keepingSelection { () throws(StoreError) in try readings.takeBack(loan, on: today) }
    try finish(id, ReadingWording.back(try title(of: book), loan))
  }

  private func askIfBack(_ book: RecordID, _ loan: BookReadings.Loan) throws(StoreError) {
    try store.editor.checkIsChangeable(loan.id.table, .edit, field: nil)
    if let day = loan.backOn { return workspace.stack.message = ReadingWording.isBackSince(day) }
    workspace.stack.receive(.alert(ReadingWording.isBack(try title(of: book), loan)))
  }

  // MARK: - The list of loans

  private func openLoans() throws(StoreError) {
    guard let loans = try Loans(in: store) else {
      let listed = workspace.listing.schema
      guard listed.isRead else { return workspace.stack.message = ReadingWording.noLoans }
      return try offerTables(RecordID(.rowid(0), in: listed.id), ReadingWording.noLoans)
    }
    // SQLite counts only what is in the database.
    if let reason = store.writeBack().reason { throw reason }
    try navigation.open(ListSource(table: loans.schema.id))
    workspace.completeSchema()
    let words = Loans.Part.current.words
    navigation.beginView(of: words)
    try workspace.listing.show(columns: loans.columns)
    try workspace.focus.arrange(by: loans.order, finding: words, keeping: nil)
    workspace.stack.receive(.finding(words))
    workspace.stack.message = Message(ReadingWording.counts(try loans.counts(today: .today)))
  }

  private func title(of id: RecordID) throws(StoreError) -> String {
    workspace.title(of: id, try store.schema(of: id.table))
  }

  private func finish(_ id: RecordID, _ message: Message) throws(StoreError) {
    workspace.stack.receive(.record(try store.shelf.snapshot(of: id)))
    workspace.stack.message = message
  }
}
