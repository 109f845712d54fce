import Formats
import Records
import SQLite

/// Why nothing was imported; it carries no wording.
public enum ImportError: Error, Hashable, Sendable {
  /// The file cannot be read as rows.
  case format(FormatError)
  /// The source cannot be read.
  case unreadable(errno: Int32)
  /// The file has MARC records, and the program that reads them is not installed.
  case noMARCReader
  /// That program cannot read the file, or its output is too large.
  case notMARC
  /// A record, by its number and the byte of the file at which it starts, does not end where its leader says.
  case damagedMARC(record: Int, byte: Int)
  /// Only the program iconv can read an encoding with this name, and it is not installed.
  case noIconv(String)
  /// That program does not know an encoding with this name.
  case unknownEncoding(String)
  /// The file is not a text in this encoding.
  case notInEncoding(String)
  /// The database refused the row that starts on this line or, without a line, everything.
  case store(StoreError, line: Int?)
  /// The table has no such column, to which a column of the file was mapped.
  case noColumn(String, in: String)
  /// The file has no such column.
  case noHeader(String)
  /// None of the file's columns has a field in the table.
  case noFields([String], in: Schema)
  /// The table has no place for more than a third of the file's values.
  case losing(ImportLosses, in: Schema)
  /// The rows of this table do not have integer keys, so they cannot be matched while others are added.
  case noMatching(Schema)
  /// Some earlier edits could not be written.
  case unwritten(StoreError?)
}
