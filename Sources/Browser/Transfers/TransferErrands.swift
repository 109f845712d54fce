import BookStore
import Cells
import Formats
import Platform
import Queries
import Records
import Screens
import Transfers

/// Imports and exports files in the background with stores of its own, whose changes look like another program's.
final class TransferErrands {
  private unowned let workspace: Workspace
  private let thread: ThreadErrand
  /// A file whose values replace those of the rows; other files fill only empty fields.
  var replacing: Text?
  private var addsFields = false
  private let rules: RuleErrands
  let syncs: SyncErrands

  init(_ workspace: Workspace) {
    (self.workspace, rules, syncs) = (workspace, RuleErrands(workspace), SyncErrands(workspace))
    thread = ThreadErrand(.transfer, workspace)
    thread.whenCancelled = { [unowned self] in addsFields = false }
  }

  private var store: BookStore { workspace.store }

  func change(by effect: RuleEffect) {
    guard effect == .close || canBegin() else { return }
    guard case .preview(let marked, _) = effect else { return rules.perform(effect, RowQuery()) }
    rules.perform(effect, rows(.marked, marked: marked))
  }

  func sync(by effect: LibraryEffect) {
    guard canBegin() else { return }
    switch effect {
    case .sync(let place): syncs.sync(place)
    case .askConflicts: syncs.ask()
    case .settle(let number, let choice): syncs.settle(number, choice)
    default: break
    }
  }

  func importFile(_ request: ImportRequest) {
    let (path, isTrial) = (request.file, request.isTrial)
    guard canBegin() else { return }
    // Unwritten edits could concern the same rows.
    guard workspace.notices.writeAll() else { return }
    store.flushLog()
    if store.isReadOnly { return workspace.stack.message = Wording.readOnly }
    let file = fileImport(request)
    addsFields = file.addsFields
    let name = isTrial ? "Reading \(Wording.shortened(path.string, to: 30))" : "Importing"
    thread.start(name) { thread -> Result<FileImport.Outcome, ImportError> in
      let watcher = FileImport.Watcher(isCancelled: { thread.isCancelled }) { thread.report($0) }
      do throws(ImportError) { return .success(try file.run(watcher)) } catch { return .failure(error) }
    } end: { [unowned self] in
      report($0, of: request, into: file.path)
    }
  }

  private func fileImport(_ request: ImportRequest) -> FileImport {
    let isNew = request.way == .newLibrary
    var options = isNew ? StoreOptions() : store.options
    options.editLog = store.options.editLog
    let path = isNew ? request.file.libraryPath(beside: store.path).string : store.path
    var file = FileImport(of: request.file.expandingHome.string, into: path, storeOptions: options)
    (file.table, file.makesLibrary) = (isNew ? nil : workspace.listing.schema.id, isNew)
    (file.options.isTrial, file.options.keepsGoing) = (request.isTrial, true)
    file.options.columns = request.columns
    if request.file == replacing {
      (file.options.action, file.options.namesChanges) = (.update, request.isTrial)
      file.options.reading = ReadOptions(format: .ndjson, encoding: .utf8)
    }
    file.addsFields = request.way == .addingFields
    // The person has seen the plan, which lists the values that do not fit.
    file.options.fits = true
    return file
  }

  func export(_ extent: ExportExtent?, to path: Text, isConfirmed: Bool) {
    let output = path.expandingHome.string
    guard let format = Format(writing: output) else {
      return workspace.stack.message = ImportWording.noFormat
    }
    guard canBegin() else { return }
    switch extent {
    case .lines?, .history?, .values?:
      return exportLines(extent, as: format, to: path, isConfirmed: isConfirmed)
    case .marked?, .list?, .all?, nil: break
    }
    let columns = chosenColumns(format)
    if extent == nil, hasMarks || showsSome || columns != nil {
      return askForExtent(path, format, isConfirmed)
    }
    guard isConfirmed || mayWrite(path, extent) else { return }
    guard workspace.notices.writeAll() else { return }
    var file = FileExport(from: store.path, storeOptions: store.options)
    (file.table, file.output, file.replaces) = (workspace.listing.schema.id, output, isConfirmed)
    (file.options.format, file.options.rows) = (format, rows(extent ?? .list, marked: marks))
    if extent != .all { file.options.columns = columns }
    if extent == nil || extent == .list { file.options.title = workspace.stack.needs.viewName }
    let listing = workspace.listing
    if format == .html { file.options.group = listing.latestOrder.group(in: listing.schema) }
    if format.isForPeople { file.options.display = { FieldWording.displayed($0, in: $1) } }
    thread.start("Exporting") { [file] thread -> Result<FileExport.End, StoreError> in
      var file = file
      file.storeOptions.isUnwanted = { thread.isCancelled }
      return Result { () throws(StoreError) in try file.run(of: try file.open()) }
    } end: { [unowned self] result in
      switch result {
      case .success(.written(let count, let schema, let losses)):
        let lost = Format(writing: output).flatMap { ImportWording.lost(losses, $0, schema) }
        let sentences = [ImportWording.exported(count, schema, to: output), lost].compactMap(\.self)
        say(written: sentences.joined(separator: " "), output)
      case .success(.unread): break
      case .failure(let error): say(error, in: output)
      }
      return nil
    }
  }

  private func mayWrite(_ path: Text, _ extent: ExportExtent?) -> Bool {
    guard access(path.expandingHome.string, F_OK) == 0 else { return true }
    let replace = AlertScreen.Answer(
      "Replace", effects: [.exportRows(path, extent, isConfirmed: true)], isDestructive: true)
    let question = AlertScreen(BrowserWording.exists(path), answers: [.init("Cancel"), replace])
    workspace.stack.receive(.alert(question))
    return false
  }

  private func exportLines(_ extent: ExportExtent?, as format: Format, to path: Text, isConfirmed: Bool) {
    guard [.csv, .tsv, .json, .ndjson, .markdown].contains(format) else {
      return workspace.stack.message = ImportWording.noLines
    }
    guard isConfirmed || mayWrite(path, extent) else { return }
    if case .values? = extent, !workspace.notices.writeAll() { return }
    let output = path.expandingHome
    do throws(StoreError) {
      try store.files.checkIsForeign(output)
    } catch {
      return say(error, in: output.string)
    }
    var options = store.options
    if case .history? = extent {
      // Only a writable database opens the log, which is read from its file.
      store.flushLog()
    } else {
      options.isReadOnly = true
    }
    let library = LineFile.Library(
      path: store.path, options: options, table: workspace.listing.schema.id,
      rows: rows(.list, marked: .none))
    thread.start("Exporting") { thread -> Result<Int, StoreError> in
      var library = library
      library.options.isUnwanted = { thread.isCancelled }
      return Result { () throws(StoreError) in
        var lines = LineFile(format: format, file: try OutputFile(output, replaces: isConfirmed))
        lines.isCancelled = { thread.isCancelled }
        try lines.write(extent, of: library)
        return lines.count
      }
    } end: { [unowned self] result in
      switch result {
      case .success(let count):
        say(written: ImportWording.exportedLines(count, to: output.string), output.string)
      case .failure(let error): say(error, in: output.string)
      }
      return nil
    }
  }

  private var marks: RowSet { workspace.stack.needs.markedRows }
  private var hasMarks: Bool { !marks.isEmpty }
  private var showsSome: Bool { workspace.listing.latestQuery?.filter != nil }

  /// Nil for a book format, or if the person has not chosen.
  private func chosenColumns(_ format: Format) -> [Int]? {
    let listing = workspace.listing
    guard !listing.hasDefaultColumns, !format.isOfBooks else { return nil }
    let titles = listing.schema.titleFields
    // Without an index SQLite would scan the other table for each row.
    return titles + listing.columns.filter { !titles.contains($0) && listing.schema.isSortable($0) }
  }

  private func askForExtent(_ path: Text, _ format: Format, _ isConfirmed: Bool) {
    let hasColumns = chosenColumns(format) != nil
    var extents = [ExportExtent.all]
    if showsSome || hasColumns { extents.insert(.list, at: 0) }
    if hasMarks { extents.insert(.marked, at: 0) }
    let answers = extents.map { extent in
      AlertScreen.Answer(
        BrowserWording.name(of: extent), effects: [.exportRows(path, extent, isConfirmed: isConfirmed)])
    }
    let question = BrowserWording.exportQuestion(
      extents, of: workspace.listing.schema, showsSome: showsSome, hasColumns: hasColumns)
    workspace.stack.receive(.alert(AlertScreen(question, answers: [.init("Cancel")] + answers)))
  }

  func rows(_ extent: ExportExtent, marked marks: RowSet) -> RowQuery {
    let listing = workspace.listing
    var rows = RowQuery()
    (rows.order, rows.scope) = (listing.latestOrder, listing.scope)
    guard extent != .all else { return rows }
    let marks = extent == .marked ? marks : .none
    let finder = listing.latestQuery?.finder ?? rows.query
    rows.markedRows = marks
    rows.query =
      switch marks {
      case _ where marks.isEmpty: finder
      // These marks cover only the rows that match the filter.
      case .all: finder.adding(.marked)
      case .rows: Query("is:marked", in: listing.schema)
      }
    return rows
  }

  private func canBegin() -> Bool {
    if workspace.errands.isTransferring { workspace.stack.message = Wording.stillWorking }
    return !workspace.errands.isTransferring
  }

  func takeAddition() -> Bool {
    defer { if !workspace.errands.isTransferring { addsFields = false } }
    return addsFields
  }

  private func report(
    _ result: Result<FileImport.Outcome, ImportError>, of request: ImportRequest, into path: String
  ) -> ErrandNews? {
    switch result {
    case .success(let outcome) where request.isTrial:
      show(outcome, of: request)
      return nil
    case .success(let outcome):
      let isNew = request.way == .newLibrary
      workspace.stack.message = ImportWording.done(outcome, library: isNew ? path : nil)
      return isNew ? .library(path) : .rows
    case .failure(let error):
      addsFields = false
      let name = request.file.lastPathPart.string
      workspace.stack.message = .problem(ImportWording.sentence(error, in: name))
      return nil
    }
  }

  private func say(_ error: StoreError, in path: String) {
    workspace.stack.message = .problem(StoreWording.sentence(error, in: path))
  }

  private func say(written sentence: String, _ path: String) {
    var message = Message(sentence)
    message.address = Folder.realPath(of: path).map(AddressOpener.address(ofFile:))
    workspace.stack.message = message
  }

  private func show(_ outcome: FileImport.Outcome, of request: ImportRequest) {
    let columns = outcome.report.plan.map { column in
      ImportPlan.Column(
        name: column.name, field: column.field.map { outcome.schema.fields[$0].label },
        isOfFormat: column.isOfFormat, samples: column.samples)
    }
    let losses = outcome.report.losses
    let statements =
      losses.areLarge
      ? losses.additions.compactMap { try? store.fields.statement(for: $0, of: outcome.schema.id) } : []
    let ways = ImportWay.allCases.filter { way in
      switch way {
      case .fitting: true
      case .addingFields: !statements.isEmpty
      // A new library is a library of books.
      case .newLibrary: losses.areLarge && outcome.schema.singular == Schema.books.singular
      }
    }
    workspace.stack.openPlan(
      ImportPlan(
        file: request.file, schema: outcome.schema, report: ImportWording.lines(outcome, statements),
        columns: columns, chosen: request.columns, canImport: outcome.report.hasChanges, ways: ways,
        statements: statements, selected: request.selected, words: request.words))
  }
}

private struct LineFile {
  let format: Format
  let file: OutputFile
  var isCancelled: () -> Bool = { false }
  private(set) var count = 0

  struct Library: Sendable {
    let path: String
    var options: StoreOptions
    let table: TableID
    let rows: RowQuery
  }

  mutating func write(_ extent: ExportExtent?, of library: Library) throws(StoreError) {
    switch extent {
    case .lines(let table)?:
      try write(table.columns) { write throws(StoreError) in
        for row in table.rows { try write(row) }
      }
    case .values(let field, let words)?:
      let store = try BookStore(path: library.path, options: library.options)
      try store.lists.completeSchema(of: library.table)
      try write(try RowSelection(of: store, table: library.table, library.rows), field, having: words)
    case .history(let step, let words)?:
      let store = try BookStore(path: library.path, options: library.options)
      defer { _ = store.close() }
      try write(HistoryLines(store: store), of: step.map(HistorySource.changes) ?? .steps, having: words)
    case .marked?, .list?, .all?, nil: break
    }
  }

  private mutating func write(
    _ history: HistoryLines, of source: HistorySource, having words: String
  ) throws(StoreError) {
    let (matcher, isCancelled) = (Matcher(words), isCancelled)
    try write(HistoryWording.columns) { write throws(StoreError) in
      var part = LinePart.first
      while !isCancelled() {
        let lines = try history.lines(part, of: source, limit: HistorySource.partSize)
        for line in lines where words.isEmpty || matcher.matches(line.texts.map { Text($0) }) {
          try write(line.values)
        }
        guard lines.count == HistorySource.partSize, let last = lines.last else { return }
        part = .below(last.number)
      }
    }
  }

  private mutating func write(_ rows: RowSelection, _ field: Int, having words: String) throws(StoreError) {
    let (shown, matcher) = (rows.schema.field(at: field), Matcher(words))
    try write([shown.label, rows.schema.plural]) { write throws(StoreError) in
      try rows.values(of: field) { value, count throws(StoreError) in
        let text = value.isNull ? "" : shown.text(of: value)
        let isShown = Text(text).bytes.withUnsafeBytes { matcher.matches($0, in: shown) }
        if words.isEmpty || isShown { try write([.text(Text(text)), .integer(Int64(count))]) }
      }
    }
  }

  private mutating func write(
    _ columns: [String], _ rows: (([Value]) throws(StoreError) -> Void) throws(StoreError) -> Void
  ) throws(StoreError) {
    var (writer, written) = (FormatWriter(format, columns: columns), 0)
    try file.write(writer.start(), isCancelled: isCancelled)
    try rows { values throws(StoreError) in
      written += 1
      let row = FormatRow(line: written, columns: columns, values: values)
      try file.write(writer.row(row), isCancelled: isCancelled)
    }
    try file.write(writer.end(), isCancelled: isCancelled)
    try file.finish()
    count = written
  }
}

extension Text {
  /// A free path in the folder of another library, named like this file, with a number if necessary.
  fileprivate func libraryPath(beside library: String) -> Text {
    let name = lastPathPart.bytes
    let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let stem = String(decoding: end > 0 ? name[..<end] : name[...], as: UTF8.self)
    let folder = library.lastIndex(of: "/").map { String(library[...$0]) } ?? ""
    var (path, number) = ("\(folder)\(stem).sqlite", 2)
    while access(path, F_OK) == 0 { (path, number) = ("\(folder)\(stem) \(number).sqlite", number + 1) }
    return Text(path)
  }
}
