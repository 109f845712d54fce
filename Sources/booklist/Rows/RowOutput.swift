import BookStore
import Formats

/// Prints rows as they come: as a table for people, or in a file format.
struct RowOutput {
  private let columns: [String]
  private var writer: FormatWriter?
  private var table: TextTable
  private var stream: OutputStream

  /// - Parameter areNumbers: Which columns of a table are right-aligned; none by default.
  init(_ format: OutputFormat, _ columns: [String], areNumbers: [Bool]? = nil) {
    self.columns = columns
    writer = format.format.map { FormatWriter($0, columns: columns) }
    table = TextTable(columns, areNumbers: areNumbers ?? columns.map { _ in false })
    stream = OutputStream(writer?.start() ?? [])
  }

  var isHeld: Bool {
    get { stream.isHeld }
    set { stream.isHeld = newValue }
  }

  /// Prints a row: the values in a file format, and the texts in a table.
  mutating func add(_ values: @autoclosure () -> [Value], _ texts: @autoclosure () -> [String])
    throws(StoreError)
  {
    guard writer != nil else { return try stream.write(table.lines(of: texts()).utf8) }
    try stream.write(writer?.row(FormatRow(line: 0, columns: columns, values: values())) ?? [])
  }

  mutating func finish() throws(StoreError) {
    try stream.write(writer?.end() ?? Array(table.rest().utf8))
    try stream.flush()
  }
}
