#if FUZZ
  import Formats
  import Records

  /// A file of any format, read in several ways that must agree.
  enum ReadRows {
    /// The formats that a file is taken for: first for what it is, then for what it is said to be.
    private static let formats = [nil] + Format.allCases.filter(\.canRead).map(Optional.some)

    /// Reads a file whose first byte says what it is taken for and in which parts it comes.
    static func check(_ bytes: [UInt8]) {
      guard let first = bytes.first else { return }
      let format = formats[Int(first) % formats.count]
      let content = Array(bytes.dropFirst())
      let whole = rows(content, format, partSize: max(1, content.count))
      let parts = rows(content, format, partSize: 1 + Int(first) / formats.count)
      precondition(whole == parts, "the rows depend on the parts that the file comes in")
      if let whole { checkWriting(whole) }
    }

    /// What a reader makes of a file: the rows, or nil where it names what is wrong.
    private static func rows(_ bytes: [UInt8], _ format: Format?, partSize: Int) -> [FormatRow]? {
      var (reader, rows) = (FormatReader(ReadOptions(format: format)), [FormatRow]())
      do throws(FormatError) {
        for start in stride(from: 0, to: max(1, bytes.count), by: partSize) {
          let end = min(start + partSize, bytes.count)
          rows += try reader.rows(of: Array(bytes[start..<end]), isLast: end == bytes.count)
        }
        return rows
      } catch {
        return nil
      }
    }

    /// Cells that are written as CSV are read as they were.
    private static func checkWriting(_ rows: [FormatRow]) {
      guard let columns = rows.first?.columns, Set(columns).count == columns.count else { return }
      let same = rows.filter { $0.columns == columns }
      var writer = FormatWriter(.ndjson, columns: columns)
      let written = same.flatMap { writer.row(FormatRow(line: 0, columns: columns, values: $0.values)) }
      guard let again = self.rows(written, .ndjson, partSize: max(1, written.count)) else {
        return precondition(columns.contains { $0.isEmpty }, "what was written cannot be read")
      }
      precondition(again.count == same.count, "rows were lost")
    }
  }
#endif
