import Formats
import Records
import SQLite

/// Why nothing was imported.
public enum ImportError: Error, Hashable, Sendable {
  case format(FormatError)
  case unreadable(errno: Int32)
  case noMARCReader
  /// yaz-marcdump cannot read the file, or its output is too large.
  case notMARC
  /// The record at this byte of the file does not end where its leader says.
  case damagedMARC(record: Int, byte: Int)
  case noIconv(String)
  case unknownEncoding(String)
  case notInEncoding(String)
  case store(StoreError, line: Int?)
  /// The table lacks a column to which a column of the file was mapped.
  case noColumn(String, in: String)
  case noHeader(String)
  case noFields([String], in: Schema)
  case losing(ImportLosses, in: Schema)
  /// Without integer keys, rows cannot be matched while others are added.
  case noMatching(Schema)
  case unwritten(StoreError?)
}
