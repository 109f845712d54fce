import Records

package protocol TreeReader {
  /// The files, sorted by the bytes of their paths; equal contents have equal names.
  func files() throws(SyncError) -> [TreeFile]
  func bytes(of blob: BlobName) throws(SyncError) -> [UInt8]
}

struct FileTables {
  private(set) var tables: [Text: [TableFile]] = [:]
  private(set) var values: [RowName: TreeFile] = [:]
  private(set) var strangers: [String] = []
  private(set) var hasFormat = false

  init(_ files: [TreeFile]) {
    for file in files {
      switch TreePath(file.path) {
      case .rows(let table, let prefix):
        tables[table, default: []].append(TableFile(file: file, prefix: Array(prefix.utf8)))
      case .value(let digest): values[digest] = file
      case .format: hasFormat = true
      case nil: strangers.append(file.path)
      }
    }
    for table in tables.keys { tables[table]?.sort { $0.prefix.lexicographicallyPrecedes($1.prefix) } }
  }
}

struct TableFile: Equatable {
  let file: TreeFile
  let prefix: [UInt8]
}

/// The remaining files of a table in one tree.
struct Side<Reader: TreeReader> {
  let reader: Reader?
  /// Sorted by prefix.
  var files: ArraySlice<TableFile>

  init(_ reader: Reader?, _ files: [TableFile]?) { (self.reader, self.files) = (reader, (files ?? [])[...]) }

  mutating func take(_ prefix: [UInt8]) -> ArraySlice<TableFile> {
    let taken = files.prefix { $0.prefix.starts(with: prefix) }
    files = files.dropFirst(taken.count)
    return taken
  }

  func isEqual(to other: Side, in prefix: [UInt8]) -> Bool {
    var (own, others) = (files, other.files)
    while let file = own.first, file.prefix.starts(with: prefix) {
      if others.first != file { return false }
      (own, others) = (own.dropFirst(), others.dropFirst())
    }
    return others.first?.prefix.starts(with: prefix) != true
  }

  /// Nil for a damaged file.
  func bytes(of file: TreeFile) throws(SyncError) -> [UInt8]? {
    do throws(SyncError) { return try reader?.bytes(of: file.blob) } catch {
      if case .damaged = error { return nil }
      throw error
    }
  }
}

/// Iterates over the lines of a table's files.
struct LineSource<Reader: TreeReader> {
  private let table: Text
  private let side: Side<Reader>
  private var files: ArraySlice<TableFile>
  private var file: TableFile?
  private var bytes: [UInt8] = []
  private var place = 0
  private var number = 0
  /// The next line, and its row's name.
  private(set) var name: RowName?
  private(set) var line: [UInt8] = []
  private var last: RowName?
  private var problems: [TreeProblem] = []
  private var opened: [(path: String, bytes: [UInt8])] = []

  init(_ table: Text, _ side: Side<Reader>, _ files: ArraySlice<TableFile>) throws(SyncError) {
    (self.table, self.side, self.files) = (table, side, files)
    try advance()
  }

  /// Advances to the next line with a valid name that belongs to the file and follows the line before.
  mutating func advance() throws(SyncError) {
    name = nil
    while name == nil {
      if place >= bytes.count {
        if try !openNext() { return }
        continue
      }
      let rest = bytes[place...]
      let end = rest.firstIndex(of: 0x0a) ?? bytes.count
      (line, place, number) = (Array(rest[..<end]), end + 1, number + 1)
      if let next = TreeLine.name(of: line), last.map({ $0 < next }) ?? true, isOfFile(next) {
        (name, last) = (next, next)
      } else {
        refuse()
      }
    }
  }

  /// The row of the line; if it is unreadable, nil and a new problem.
  mutating func row() -> TreeRow? {
    let row = TreeLine.row(of: line, in: table)
    if row == nil { refuse() }
    return row
  }

  mutating func takeProblems() -> [TreeProblem] {
    if problems.isEmpty { return [] }
    defer { problems = [] }
    return problems
  }

  mutating func takeOpened() -> [(path: String, bytes: [UInt8])] {
    if opened.isEmpty { return [] }
    defer { opened = [] }
    return opened
  }

  private func isOfFile(_ name: RowName) -> Bool {
    name.digits.starts(with: file?.prefix ?? [])
  }

  mutating func refuse() {
    if let file { problems.append(TreeProblem(path: file.file.path, line: number)) }
  }

  private mutating func openNext() throws(SyncError) -> Bool {
    guard let next = files.popFirst() else { return false }
    (file, place, number) = (next, 0, 0)
    bytes = try side.bytes(of: next.file) ?? []
    opened.append((next.file.path, bytes))
    if bytes.isEmpty || bytes.count > TreeFormat.lineByteCount + 1 {
      bytes = []
      problems.append(TreeProblem(path: next.file.path))
    }
    return true
  }
}
