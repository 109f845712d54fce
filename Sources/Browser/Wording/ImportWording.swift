import BookStore
import Formats
import Platform
import Records
import Screens
import Transfers

/// The wording of imports and exports: results, oddities, and reasons for failures.
public enum ImportWording {
  /// The result of an import, in one line.
  public static func line(_ report: ImportReport, isTrial: Bool = false) -> String {
    let counts = ImportReport.Outcome.allCases.filter { $0 != .differing || report.count($0) > 0 }
      .map { "\(Wording.number(report.count($0))) \(word(for: $0))" }
    return (counts + leftOut(report)).joined(separator: " · ")
      + (isTrial ? " (dry run: nothing was changed)" : "")
  }

  private static func word(for outcome: ImportReport.Outcome) -> String {
    switch outcome {
    case .added: "new"
    case .filled: "completed"
    case .same: "unchanged"
    case .differing: "different"
    case .doubtful: "unclear"
    case .refused: "refused"
    }
  }

  private static func leftOut(_ report: ImportReport) -> [String] {
    let untitled = report.untitledCount > 0 ? ["\(Wording.number(report.untitledCount)) without a title"] : []
    return untitled
      + [(report.blankCount, "blank"), (report.deletedCount, "deleted")].compactMap { count, what in
        count > 0 ? "\(Wording.number(count)) \(what) \(count == 1 ? "row" : "rows") left out" : nil
      }
  }

  /// What the file was read as.
  public static func taken(_ report: ImportReport) -> String? {
    guard let format = report.format else { return nil }
    let encoding = report.encoding.map { $0 == .mixed ? "" : ", in \($0.rawValue)" } ?? ""
    return "Read as \(format.rawValue): \(format.summary)\(encoding)."
  }

  /// Says that a file's characters look wrong, and what to do.
  public static func odd(_ report: ImportReport) -> String? {
    report.oddText.map {
      "The text is probably not Latin-1 or Windows-1252, as “\(Wording.shortened($0, to: 40))” shows. If it looks wrong, undo the "
        + "import, and repeat it with the right --encoding, such as windows-1251, macintosh, gbk or shift_jis."
    }
  }

  private static func shown(_ name: String) -> String { Wording.shortened(name, to: 40) }

  static func lost(_ losses: ImportLosses, _ schema: Schema) -> String {
    let names = losses.losses.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    let named = names.prefix(12).map { "\(Wording.shortened($0.name, to: 30)) \(Wording.number($0.count))" }
    let rest = names.count > 12 ? ", and \(names.count - 12) more" : ""
    let total = losses.keptCount + losses.lostCount
    return
      "“\(schema.table)” has no place for \(Wording.number(losses.lostCount)) of \(Wording.number(total)) values: "
      + named.joined(separator: ", ") + rest + "."
  }

  /// Lists the columns of the file for which the table has no field, and says what to do.
  public static func withoutField(
    _ columns: [String], _ schema: Schema, hasSources: Bool, isOnScreen: Bool = false
  ) -> String? {
    guard let first = columns.first(where: { !ImportLosses.ofTables.contains($0) }) else {
      return columns.isEmpty ? nil : "This library has no tables for \(columns.joined(separator: " and "))."
    }
    let names = columns.prefix(8).map { "“\(Wording.shortened($0, to: 30))”" }.joined(separator: ", ")
    let rest = columns.count > 8 ? " and \(columns.count - 8) more" : ""
    let kept = hasSources ? " \(columns.count == 1 ? "It is" : "They are") kept in the table source." : ""
    return "“\(schema.table)” has no field for \(names)\(rest).\(kept) "
      + (isOnScreen
        ? "F in the list adds fields."
        : "Add a field, as in booklist fields add \"\(first)\", or name one: --map \"\(first)=field\".")
  }

  /// Says how many values did not fit their fields, where, and what to do; nil if there are none.
  public static func unfit(_ report: ImportReport, hasSources: Bool) -> String? {
    let counts = report.unfitCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !counts.isEmpty else { return nil }
    let total = counts.reduce(0) { $0 + $1.value }
    let columns = counts.prefix(8).map {
      "“\(Wording.shortened($0.key, to: 30))” \(Wording.number($0.value))"
    }
    let names = columns.joined(separator: ", ") + (counts.count > 8 ? ", …" : "")
    return
      "\(Wording.number(total)) \(total == 1 ? "value does" : "values do") not fit (\(names)) and \(total == 1 ? "was" : "were") not taken."
      + (hasSources ? " The table source keeps the rows as they are." : "")
      + " --exact takes such values as they are; --json names each."
  }

  /// Says for each column how many of its dates are ambiguous, and what to do.
  public static func unclear(_ report: ImportReport) -> [String] {
    report.unclearDates.sorted { $0.key < $1.key }.map { column, dates in
      "\(Wording.number(dates.count)) \(dates.count == 1 ? "date" : "dates") in “\(Wording.shortened(column, to: 30))” "
        + "can be read in two ways, such as “\(Wording.shortened(dates.example, to: 20))”, and "
        + "\(dates.count == 1 ? "was" : "were") not taken: the other dates do not show which number is the day. "
        + "Write the dates as year-month-day in the file, and import it again."
    }
  }

  /// Says in which fields rows differ from the file, and what to do; nil if there are none.
  public static func differing(_ report: ImportReport) -> String? {
    let counts = report.differingCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !counts.isEmpty else { return nil }
    let rows = report.count(.differing)
    let columns = counts.prefix(8).map { "“\(shown($0.key))” \(Wording.number($0.value))" }
    return
      "\(Wording.number(rows)) \(rows == 1 ? "row has" : "rows have") other values here, which stay (\(columns.joined(separator: ", "))\(counts.count > 8 ? ", …" : "")). "
      + "booklist import --on-match update takes those of the file."
  }

  /// The note about a row that a person should check.
  public static func note(_ row: ImportReport.Row) -> String {
    let place = row.line > 0 ? "line \(Wording.number(row.line)): " : ""
    let title = row.title.isEmpty ? "the row " : "“\(Wording.shortened(row.title, to: 40))” "
    let reasons = row.problems.map(clause) + (row.refusal.map { [StoreWording.sentence($0)] } ?? [])
    let outcome =
      switch row.outcome {
      case .added: "is new"
      case .filled: "was completed"
      case .same: "is unchanged"
      case .differing: "has other values here, which stay"
      case .doubtful: "matches several rows, or the same one as another line, so it was left out"
      case .refused: "was refused"
      }
    return place + title + outcome + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
  }

  private static func clause(_ problem: RowProblem) -> String {
    switch problem {
    case .ragged(let expected, let found):
      "it has \(found) \(found == 1 ? "cell" : "cells"), and the first row has \(expected)"
    case .notUTF8(let column): "“\(column)” is not UTF-8 and was read as Windows-1252"
    case .lostCharacter(let column): "“\(column)” has �, which stands for a character that was lost before"
    case .untitled: "it has no title"
    case .unread(let column): "“\(column)” is kept only in the table source, as it is"
    case .unknownStatus(let name):
      "“\(name)” is not a status, so it became a shelf; a status is to read, reading, read or stopped"
    case .unknownWord(let word, let column, let choices):
      "“\(Wording.shortened(word, to: 30))” in “\(column)” is not one of "
        + "\(choices.prefix(8).joined(separator: ", ")), so that field stays empty"
    case .withoutPlace(let text): "no field takes “\(Wording.shortened(text, to: 40))”"
    case .nothingForFields: "none of its cells has anything for a field"
    case .unfit(let column, let text): "“\(Wording.shortened(text, to: 40))” is not a value for “\(column)”"
    case .partlyRead(let column, let text):
      "only the first value of “\(column)” was read: “\(Wording.shortened(text, to: 60))”"
    case .unclearDate(let column, let text):
      "“\(text)” in “\(column)” can be read in two ways, so it was not taken"
    case .otherOrder(let column, let text):
      "“\(text)” in “\(column)” has day and month in another order than the rows before it; check their dates"
    case .junk: "the text before it was left out"
    }
  }

  /// The number of rows that are not listed individually.
  public static func more(_ count: Int) -> String { "…and \(Wording.number(count)) more." }

  /// Why nothing was imported, and what to do.
  public static func sentence(_ error: ImportError, in source: String) -> String {
    switch error {
    case .format(.otherFile(let file)): "\(source) is \(OtherFileWording.clause(file))."
    case .format(let error): "\(source): \(clause(error))."
    case .losing(let losses, let schema):
      "\(lost(losses, schema)) Nothing was imported. --to-new FILE imports into a new library that has them, --add-fields adds fields, and --fit leaves the values out."
    case .unreadable(let errno): "Cannot read \(source): \(String(cString: strerror(errno)))."
    case .noMARCReader:
      "\(source) has MARC records. To read them, install yaz-marcdump, which is part of YAZ, and import again."
    case .notMARC: "\(source): yaz-marcdump finds no MARC records that it can read."
    case .damagedMARC(let record, let byte):
      "\(source): the MARC record \(Wording.number(record)), at byte \(Wording.number(byte)), does not end where its leader says; it may be cut off. Nothing was imported."
    case .noIconv(let name):
      "booklist has no table of the encoding “\(shown(name))”. Install iconv, and import again, or save the file as UTF-8."
    case .unknownEncoding(let name):
      "There is no encoding “\(shown(name))” that booklist or iconv knows. Examples: windows-1251, macintosh, gbk, shift_jis."
    case .notInEncoding(let name): "\(source) is not a text in \(shown(name)); try another --encoding."
    case .store(let error, let line?):
      "\(source), line \(Wording.number(line)): \(StoreWording.sentence(error)) Nothing was imported; --keep-going leaves such rows out."
    case .store(let error, nil): StoreWording.sentence(error)
    case .noColumn(let name, let table): "“\(table)” has no field “\(name)”, which --map names."
    case .noHeader(let name): "\(source) has no column “\(name)”, which --map names."
    case .noFields(let columns, let schema): noFields(columns, schema, in: source)
    case .noMatching(let schema):
      "The rows of “\(schema.table)” cannot be matched, because the table has no row numbers. --on-match add adds all rows."
    case .unwritten(let error):
      "Some edits cannot be written: \(error.map { StoreWording.sentence($0) } ?? "settle them first.")"
    }
  }

  private static func noFields(_ columns: [String], _ schema: Schema, in source: String) -> String {
    if let place = columns.firstIndex(where: { !ISBNText.all(in: $0).isEmpty }),
      let field = schema.fields.first(where: { $0.kind == .isbn })
    {
      return
        "\(source) has no names of columns, only values. Name its column: --no-header --map "
        + "\"column \(place + 1)=\(field.column)\""
    }
    let names = columns.prefix(8).map { shown($0) }.joined(separator: ", ")
    return
      "“\(schema.table)” has a field for none of the columns of \(source): \(names). Map them, as in --map "
      + "\"\(columns.first.map(shown) ?? "Their header")=\(schema.titleField.column)\"."
  }

  private static func clause(_ error: FormatError) -> String {
    switch error {
    case .unclosedQuote(let place): "\(at(place)): a quote begins here and is never closed"
    case .expected(let expectation, let place): "\(at(place)): \(what(expectation)) is missing"
    case .rowTooLong(let place):
      "\(at(place)): a row of more than 64 MB begins here; look for a missing quote"
    case .tooManyCells(let place):
      "\(at(place)): a row of more than 16,384 cells begins here; look for a missing line break"
    case .fileTooLong: "the file has more than 256 MB, too much to read at once; import it as NDJSON or CSV"
    case .expandsTooFar(let place):
      "\(at(place)): the names of @string that are used here stand for too much text"
    case .tooDeep(let place): "\(at(place)): values are nested too deeply"
    case .notText(let encoding, let place):
      "\(at(place)): these bytes are not \(encoding.rawValue); try another --encoding"
    case .otherFile(let file): OtherFileWording.clause(file)
    case .unknown: "the format is not known; name it with --format"
    }
  }

  private static func at(_ place: TextPlace) -> String { "line \(place.line), column \(place.column)" }

  private static func what(_ expectation: FormatError.Expectation) -> String {
    switch expectation {
    case .value: "a value"
    case .character(let character): "“\(character)”"
    case .end: "the end of the file"
    case .rows: "a list of objects"
    case .name: "a name"
    }
  }

  /// The result of an export.
  public static func exported(_ count: Int, _ schema: Schema, to path: String?) -> String {
    let rows = "\(Wording.number(count)) \(count == 1 ? schema.singular : schema.plural)"
    return path.map { "Exported \(rows) to \($0)." } ?? "Exported \(rows)."
  }

  /// Says which parts of the rows the format cannot hold, and which formats can hold everything.
  public static func lost(_ losses: ExportLosses, _ format: Format, _ schema: Schema) -> String? {
    func parts(_ part: ExportLosses.Part, _ name: String) -> String? {
      losses.counts[part].map {
        "\(name) of \(Wording.number($0)) \($0 == 1 ? schema.singular : schema.plural)"
      }
    }
    let lost =
      schema.fields.indices.compactMap { parts(.field($0), "“\(schema.fields[$0].label)”") }
      + [parts(.readings, "readings"), parts(.shelves, "shelves")].compactMap(\.self)
    guard !lost.isEmpty else { return nil }
    if format == .html {
      return
        "A page has pictures of up to 256 kB and no other bytes. Left out: \(lost.joined(separator: ", "))."
    }
    return
      "\(format.rawValue) has no place for all of it, and left out or changed: \(lost.joined(separator: ", "))."
      + " json and csv have one for every field."
  }
}

// MARK: - In the screens

extension ImportWording {
  static func lines(_ outcome: FileImport.Outcome, _ statements: [String] = []) -> [Message] {
    let report = outcome.report
    var lines = [Message(plan(report))]
    if let taken = taken(report) { lines.append(Message(taken)) }
    if let odd = odd(report) { lines.append(.problem(odd)) }
    if report.losses.areLarge {
      lines.append(.problem(lost(report.losses, outcome.schema)))
      if !statements.isEmpty {
        lines.append(Message("Adding the fields runs: \(statements.joined(separator: "; "))."))
      }
    } else if let missing = withoutField(
      report.columnsWithoutField, outcome.schema, hasSources: outcome.hasSources, isOnScreen: true)
    {
      lines.append(Message(missing))
    }
    if let unfit = unfit(report, hasSources: outcome.hasSources) { lines.append(.problem(unfit)) }
    lines += unclear(report).map { Message.problem($0) }
    if let differing = differing(report) { lines.append(Message(differing)) }
    lines += report.notable.map { Message.problem(note($0)) }
    lines += report.changes.compactMap { change($0, outcome.schema).map { Message($0) } }
    let hiddenCount = report.changeCount - report.changes.count
    if hiddenCount > 0 { lines.append(Message("\(Wording.number(hiddenCount)) more values change.")) }
    let leftOut = report.count(.doubtful) + report.count(.refused)
    let named = report.notable.count { $0.outcome == .doubtful || $0.outcome == .refused }
    if leftOut > named { lines.append(.problem(more(leftOut - named))) }
    return lines
  }

  private static func change(_ change: Change, _ schema: Schema) -> String? {
    guard let field = schema.fields.first(where: { $0.column == change.column }) else { return nil }
    let shown: (Value) -> String = {
      $0.isNull ? Wording.empty : Wording.shortened(FieldWording.displayed($0, in: field), to: 80)
    }
    if change.title.isNull { return "New row · \(field.label): \(shown(change.after))" }
    let name = Wording.shortened(Wording.title(change.title, schema), to: 40)
    return "\(name) · \(field.label): \(shown(change.before)) → \(shown(change.after))"
  }

  private static func plan(_ report: ImportReport) -> String {
    let counts = line(report)
    return report.hasChanges
      ? "\(counts). Nothing is imported yet." : "\(counts). There is nothing to import."
  }

  static func done(_ outcome: FileImport.Outcome, library: String? = nil) -> Message {
    let report = outcome.report
    let counts = ImportReport.Outcome.allCases.compactMap { outcome in
      report.count(outcome) > 0 ? "\(Wording.number(report.count(outcome))) \(word(for: outcome))" : nil
    }
    let all = counts + leftOut(report)
    guard !all.isEmpty else { return Message("The file has no rows.") }
    let sentence = "Imported: \(all.joined(separator: " · "))."
    guard report.hasChanges else { return Message(sentence) }
    if let logFailure = outcome.logFailure {
      return .problem("\(sentence) \(LogWording.notUndoable(logFailure))")
    }
    if let library { return Message("\(sentence) They are in a new library, \(library), which is open now.") }
    guard outcome.addedFieldCount > 0 else { return Message("\(sentence) u undoes it.") }
    let lost = report.losses.losses.isEmpty ? "" : " " + lost(report.losses, outcome.schema)
    return Message("\(sentence) u undoes it, and then field by field.\(lost)")
  }

  static var noFormat: Message {
    .problem("The file name needs an ending that names the format: \(endings)")
  }

  static func exportedLines(_ count: Int, to path: String) -> String {
    "Exported \(Wording.number(count)) \(count == 1 ? "line" : "lines") to \(path)."
  }

  static var noLines: Message { .problem("Lines can be written to .csv, .tsv, .json, .ndjson or .md.") }

  /// Says that a command's output file has an ending that names no format.
  public static func wrongEnding(of path: String) -> String {
    "Nothing was written: the ending of \(path) names no format that booklist writes. "
      + "Use one of \(endings), or name a format with --format."
  }

  private static let endings = ".csv .tsv .json .ndjson .md .html .bib .ris"
}

private enum OtherFileWording {
  /// The kind of the file, as a phrase that follows its name and “is”.
  static func clause(_ file: OtherFile) -> String {
    switch file {
    case .excel: "an Excel workbook; save it as CSV, and import that"
    case .oldOffice:
      "an old Excel workbook, or another document of old Office programs; save it as CSV, and import that"
    case .spreadsheet: "an OpenDocument spreadsheet; save it as CSV, and import that"
    case .numbers: "a spreadsheet of Numbers; export it as CSV, and import that"
    case .document: "a document of a word processor; save its table as CSV, and import that"
    case .book:
      "an e-book, and not a list of books; import the list of the program that manages it, such as Calibre"
    case .pdf: "a PDF document, and not a list; export the list as CSV where it comes from"
    case .picture: "a picture, and not a list"
    case .zip: "a ZIP archive; unpack it, and import the list that is in it"
    case .compressed: "a compressed file; unpack it, and import the list that is in it"
    case .webPage:
      "a web page; save the list as CSV where it comes from, or copy its table into a spreadsheet"
    case .xml: "an XML file without MARC records; save the list as CSV, and import that"
    case .database:
      "an SQLite database, but neither Calibre’s nor an e-reader’s; booklist opens it as it is, and booklist export makes a CSV file of a table"
    case .wideText: "a text in UTF-32; import it with --encoding utf-32"
    case .bytes: "not a text, and no file that booklist knows; save the list as CSV, and import that"
    }
  }
}
