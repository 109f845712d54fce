/// The header of a carried file: readable lines, each with a word, a blank and a value, up to an empty line.
package struct FileHeader: Hashable, Sendable {
  /// The library's name, made up by its first machine.
  package var library: String
  package var machine: String
  package var number: Int64
  package var label: String
  /// The checksum of the machine's previous file; 0 for the first one.
  package var parent: UInt64 = 0
  /// What the machine had seen when it wrote the file.
  package var known = CausalVector()
  /// Whether the machine joins with this file and already had a copy of the library; it then has not seen any other change.
  package var isJoining = false
  /// The files that a joining machine had taken when it compared its copy; they decide which rows its keys mean.
  package var compared = CausalVector()
  package var tables: [FileTable] = []

  private static let mark = "booklist sync 1"

  package var bytes: [UInt8] {
    var lines = [
      Self.mark, "library \(library)", "machine \(machine)", "number \(number)",
      "label \(Self.escaped(label))", "parent \(parent)", "known \(known.text)",
    ]
    if isJoining { lines += ["joining", "compared \(compared.text)"] }
    for table in tables {
      let columns = table.columns.map(Self.escaped).joined(separator: " ")
      let key = table.key.map(String.init).joined(separator: ",")
      lines.append("table \(key) \(Self.escaped(table.name)) \(columns)")
    }
    return Array((lines.joined(separator: "\n") + "\n\n").utf8)
  }

  init?(lines: [Substring]) {
    guard lines.first == Self.mark[...] else { return nil }
    var values: [Substring: Substring] = [:]
    var tables: [FileTable] = []
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == "table" else {
        values[parts[0]] = parts.count > 1 ? parts[1] : ""
        continue
      }
      guard let table = parts.last.flatMap(Self.table), !tables.contains(where: { $0.name == table.name })
      else { return nil }
      tables.append(table)
    }
    guard let library = values["library"], let machine = values["machine"],
      let number = values["number"].flatMap({ Int64($0) }), number > 0,
      let label = values["label"].flatMap(Self.unescaped),
      let parent = values["parent"].flatMap({ UInt64($0) }),
      let known = values["known"].flatMap({ CausalVector(text: String($0)) }),
      let compared = CausalVector(text: values["compared"].map { String($0) } ?? "")
    else { return nil }
    (self.library, self.machine, self.number) = (String(library), String(machine), number)
    (self.label, self.parent, self.known, self.compared) = (label, parent, known, compared)
    (isJoining, self.tables) = (values["joining"] != nil, tables)
  }

  package init(library: String, machine: String, number: Int64, label: String) {
    (self.library, self.machine, self.number, self.label) = (library, machine, number, label)
  }

  static func isOfLaterVersion(_ line: Substring) -> Bool {
    line.hasPrefix("booklist sync ") && line != mark[...]
  }

  private static func table(_ text: Substring) -> FileTable? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let names = parts.dropFirst().compactMap(unescaped)
    guard parts.count > 2, names.count == parts.count - 1 else { return nil }
    return FileTable(checking: names[0], Array(names.dropFirst()), key: parts[0])
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { line, byte in
      switch byte {
      case 0x21...0x24, 0x26...0x7E: line.unicodeScalars.append(Unicode.Scalar(byte))
      default: line += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
  }

  private static func unescaped(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else {
        guard let value = UInt8(String(decoding: Array(rest.prefix(2)), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
