import Formats
import Records

/// Why nothing was imported; it carries no wording.
public enum ImportError: Error, Hashable, Sendable {
  /// The file cannot be read as rows.
  case format(FormatError)
  /// The source gives no bytes.
  case unreadable(errno: Int32)
  /// The file has records of MARC, and the program that reads them is not installed.
  case noMARCReader
  /// That program cannot read the file, or puts out more than can be read.
  case notMARC
  /// An encoding of this name can be read only by the program iconv, which is not installed.
  case noEncodingProgram(String)
  /// That program knows no encoding of this name.
  case unknownEncoding(String)
  /// The file is no text in this encoding.
  case notInEncoding(String)
  /// The database refused a row, which begins on this line, or the work failed with all rows.
  case store(StoreError, line: Int?)
  /// The table has no column of this name, which was given for one of the file.
  case noColumn(String, in: String)
  /// The file has no column of this name.
  case noHeader(String)
  /// None of the file's columns has a field in the table.
  case noFields([String], in: Schema)
  /// The rows of this table are not named by an integer, so they cannot be looked up while others are added.
  case noMatching(Schema)
  /// There are edits that could not be written before.
  case unwritten(StoreError?)
}
