import Records

/// What every machine must agree on, and the bounds of what it reads.
package enum TreeFormat {
  /// The number of the format that this program writes; it reads those of later ones, and writes nothing to them.
  package static let number = 1
  /// A text or blob of more bytes has a file of its own.
  package static let largeByteCount = 65_536
  /// A file of lines that has more bytes is split, unless it has one line.
  package static let fileByteCount = 65_536
  /// A line that has more bytes is not read.
  package static let lineByteCount = 16 << 20
  /// A cell with more writes, and a row with more cells, is not read.
  package static let writeCount = 1_000, cellCount = 4_096
  /// A name of a table or column that has more bytes is not read.
  package static let nameByteCount = 1_024
  /// More rows than this are never one, whatever the tree says.
  package static let sameCount = 256

  /// Whether a table is one of the library's.
  package static func isOfPerson(_ table: Text) -> Bool { table.bytes.first != 0 }

  /// The path and the content of the file that has the number.
  package static let path = "format.json"
  package static let content = Array("{\"format\":\(number)}\n".utf8)

  /// The number in such a file; nil if it has none.
  package static func number(in content: [UInt8]) -> Int? {
    let (start, end) = (Array("{\"format\":".utf8), Array("}\n".utf8))
    guard content.count < 40, content.starts(with: start), content.suffix(2) == end[...] else { return nil }
    let digits = content[start.count..<content.count - 2]
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The table whose rows declare the tables; it has a name that SQLite cannot give.
  package static let declarations = Text("\0tables")
  /// The table whose rows say which rows are the same.
  package static let same = Text("\0same")
  /// The table of settings, views and lists that a machine may take or leave.
  package static let settings = Text("\0settings")
}

/// A part of a tree that cannot be read, and is left out.
package struct TreeProblem: Hashable, Sendable {
  package let path: String
  /// The number of the line, from 1; nil if it is the whole file.
  package let line: Int?

  package init(path: String, line: Int? = nil) { (self.path, self.line) = (path, line) }
}
