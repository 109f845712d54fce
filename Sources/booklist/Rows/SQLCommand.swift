import ArgumentParser
import BookStore
import Browser
import Platform

struct SQLCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Print the result of an SQL statement that reads.",
    usage: "booklist sql <statement> [--format <name>]\nbooklist sql --from <path> [--format <name>]",
    discussion: """
      The statement reads the database on a read-only connection: SELECT, WITH or VALUES. A statement that writes is \
      refused, because undo could not see what it changes; so are pragmas, ATTACH, and functions that reach outside the \
      database.

      Values are printed as SQLite has them; a column whose name another one has gets a number, as in title:1. Edits that an \
      open booklist has not written yet are not in the database.

      Exit status: 0 if the rows were printed, even if there are none; 64 if the statement is refused or wrong; 66 if \
      there is no such library or file; 75 if another program has locked the library.
      """)

  @Argument(help: "The statement; - reads it from standard input.")
  var statement: String?

  @Option(
    help: ArgumentHelp("Read the statement from this file; - is standard input.", valueName: "path"),
    completion: .file())
  var from: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if (statement == nil) == (from == nil) {
      throw ValidationError("Give a statement, or a file with --from.")
    }
  }

  func run() throws {
    try CommandRun(library: library).readStatements { reader in
      let text = try text()
      do throws(StatementError) {
        try print(try reader.statement(text))
      } catch .store(let error) {
        throw error
      } catch {
        StandardError.say(SQLWording.sentence(error))
        if let lines = SQLWording.lines(of: error, in: text) { StandardError.show(lines) }
        throw ExitCode.validationFailure
      }
    }
  }

  private func text() throws -> String {
    guard let path = from ?? (statement == "-" ? "-" : nil) else { return statement ?? "" }
    let bytes: [UInt8]
    do {
      bytes = try StandardInput.readAll(path)
    } catch let error as SystemError {
      let name = path == "-" ? "standard input" : path
      throw CommandFailure("Cannot read \(name): \(error.reason).", CommandStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("\(path) is not a text in UTF-8.", CommandStatus.unreadableInput)
    }
    return text
  }

  private func print(_ statement: ReadStatement) throws(StatementError) {
    let columns = statement.columns
    var rows: RowOutput?
    do throws(StoreError) {
      try statement.forEachRow { values throws(StoreError) in
        // Only the rows know which columns have numbers.
        if rows == nil { rows = RowOutput(output.format, columns, areNumbers: values.map(\.isNumber)) }
        try rows?.add(values, values.map { RowTable.text(of: $0, in: nil) })
      }
      var last = rows ?? RowOutput(output.format, columns)
      try last.finish()
    } catch { throw .store(error) }
  }
}
