import Records

/// What all machines must agree on, and the limits for reading.
package enum TreeFormat {
  /// The format's version; a tree of a later version is read, but nothing is written to it.
  package static let number = 1
  /// A larger text or blob has a file of its own.
  package static let largeByteCount = 65_536
  /// A larger file of more than one line is split.
  package static let fileByteCount = 65_536
  /// A longer line is not read.
  package static let lineByteCount = 16 << 20
  /// A cell with more writes, or a row with more cells, is not read.
  package static let writeCount = 1_000, cellCount = 4_096
  /// A longer name of a table or column is not read.
  package static let nameByteCount = 1_024
  /// At most this many rows can be one.
  package static let sameCount = 256

  /// Whether a table is the library's, not the format's.
  package static func isOfPerson(_ table: Text) -> Bool { table.bytes.first != 0 }

  package static let path = "format.json"
  package static let content = Array("{\"format\":\(number)}\n".utf8)

  /// The version in a file's content; nil if there is none.
  package static func number(in content: [UInt8]) -> Int? {
    let (start, end) = (Array("{\"format\":".utf8), Array("}\n".utf8))
    guard content.count < 40, content.starts(with: start), content.suffix(2) == end[...] else { return nil }
    let digits = content[start.count..<content.count - 2]
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Holds the declarations; SQLite cannot have such a table name.
  package static let declarations = Text("\0tables")
  /// Says which rows are the same.
  package static let same = Text("\0same")
  /// Holds settings, views and lists, which a machine may ignore.
  package static let settings = Text("\0settings")
}

/// An unreadable part of a tree, which is left out.
package struct TreeProblem: Hashable, Sendable {
  package let path: String
  /// The line number, from 1; nil for the whole file.
  package let line: Int?

  package init(path: String, line: Int? = nil) { (self.path, self.line) = (path, line) }
}
