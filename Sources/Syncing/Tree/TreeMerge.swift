import Records

/// Receives the results of a merge.
package protocol TreeMergeSink {
  /// Whether to report files; otherwise the merge reads less.
  var wantsFiles: Bool { get }
  /// Reports a file that differs from ours; nil if it is to be removed.
  mutating func file(_ path: String, _ bytes: [UInt8]?) throws(SyncError)
  /// Reports a row that differs from ours; rows come by table, sorted by name.
  mutating func row(old: TreeRow?, new: TreeRow) throws(SyncError)
  /// Reports an unreadable part of theirs, which is left out.
  mutating func problem(_ problem: TreeProblem) throws(SyncError)
}

extension TreeMergeSink {
  package var wantsFiles: Bool { true }
}

/// Merges trees as files: reads only those that differ, a few at a time.
package struct TreeMerge<Reader: TreeReader, Sink: TreeMergeSink> {
  private let (base, ours, theirs): (Reader?, Reader?, Reader)
  private let isBehind: Bool

  /// Creates a merge; without `ours` everything is new.
  package init(base: Reader?, ours: Reader?, theirs: Reader) {
    (self.base, self.ours, self.theirs, isBehind) = (base, ours, theirs, false)
  }

  /// Creates a fast-forward merge: `theirs` is a descendant of `ours`.
  package init(_ ours: Reader?, behind theirs: Reader) {
    (base, self.ours, self.theirs, isBehind) = (nil, ours, theirs, true)
  }

  package mutating func run(into sink: inout Sink) throws(SyncError) {
    let old = try FileTables(base?.files() ?? [])
    let own = try FileTables(ours?.files() ?? [])
    let other = try FileTables(theirs.files())
    for path in other.strangers { try sink.problem(TreeProblem(path: path)) }
    if sink.wantsFiles, !own.hasFormat { try sink.file(TreeFormat.path, TreeFormat.content) }
    try addValues(of: other, to: own, into: &sink)
    let tables = Set(own.tables.keys).union(other.tables.keys)
    for table in tables.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      var merge = TableMerge<Reader, Sink>(
        table, base: Side(base, old.tables[table]), ours: Side(ours, own.tables[table]),
        theirs: Side(theirs, other.tables[table]), isBehind: isBehind)
      try merge.run(into: &sink)
    }
  }

  private func addValues(
    of other: FileTables, to own: FileTables, into sink: inout Sink
  ) throws(SyncError) {
    for (digest, file) in other.values.sorted(by: { $0.key < $1.key }) where own.values[digest] == nil {
      if !sink.wantsFiles { return }
      if let bytes = try Side(theirs, nil).bytes(of: file), RowName(digestOf: bytes) == digest {
        try sink.file(file.path, bytes)
      } else {
        try sink.problem(TreeProblem(path: file.path))
      }
    }
  }
}

private struct TableMerge<Reader: TreeReader, Sink: TreeMergeSink> {
  private let table: Text
  private var (base, ours, theirs): (Side<Reader>, Side<Reader>, Side<Reader>)
  private let isBehind: Bool
  private var writer: TableWriter

  init(_ table: Text, base: Side<Reader>, ours: Side<Reader>, theirs: Side<Reader>, isBehind: Bool) {
    (self.table, self.base, self.ours, self.theirs) = (table, base, ours, theirs)
    self.isBehind = isBehind
    writer = TableWriter(table: table)
  }

  mutating func run(into sink: inout Sink) throws(SyncError) {
    while let prefix = nextPrefix {
      let kept = writer.prefixes(of: prefix).first(where: isUnchanged)
      let (old, own, other) = (
        base.take(kept ?? prefix), ours.take(kept ?? prefix), theirs.take(kept ?? prefix)
      )
      if let kept {
        if try !keep(own, kept, into: &sink) { try mergeLines([], own, [], into: &sink) }
      } else {
        try mergeLines(old, own, other, into: &sink)
      }
    }
    if sink.wantsFiles {
      try writer.finish { (path, bytes) throws(SyncError) in try sink.file(path, bytes) }
    }
  }

  /// The next prefix; no tree has a shorter one.
  private var nextPrefix: [UInt8]? {
    [base, ours, theirs].compactMap { $0.files.first?.prefix }.min { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether our files of a prefix stay, because theirs are the same, or unchanged since the base.
  private func isUnchanged(_ prefix: [UInt8]) -> Bool {
    if ours.files.first?.prefix.starts(with: prefix) != true { return false }
    return theirs.isEqual(to: ours, in: prefix) || theirs.isEqual(to: base, in: prefix)
  }

  private mutating func keep(
    _ own: ArraySlice<TableFile>, _ prefix: [UInt8], into sink: inout Sink
  ) throws(SyncError) -> Bool {
    if !sink.wantsFiles {
      writer.pass(prefix)
      return true
    }
    return try writer.keep(own, prefix) { (path, bytes) throws(SyncError) in try sink.file(path, bytes) }
  }

  private mutating func mergeLines(
    _ old: ArraySlice<TableFile>, _ own: ArraySlice<TableFile>, _ other: ArraySlice<TableFile>,
    into sink: inout Sink
  ) throws(SyncError) {
    var old = try LineSource(table, base, old)
    var own = try LineSource(table, ours, own)
    var other = try LineSource(table, theirs, other)
    while let name = [old.name, own.name, other.name].compactMap(\.self).min() {
      for (path, bytes) in own.takeOpened() where sink.wantsFiles { writer.replace(path, bytes) }
      let line = try merged(name, &old, &own, &other, into: &sink)
      for problem in other.takeProblems() { try sink.problem(problem) }
      if let line { try add(name, line, into: &sink) }
      if old.name == name { try old.advance() }
      if own.name == name { try own.advance() }
      if other.name == name { try other.advance() }
    }
    for (path, bytes) in own.takeOpened() where sink.wantsFiles { writer.replace(path, bytes) }
    for problem in other.takeProblems() { try sink.problem(problem) }
  }

  private mutating func add(_ name: RowName, _ line: [UInt8], into sink: inout Sink) throws(SyncError) {
    if !sink.wantsFiles { return writer.pass(name.digits) }
    try writer.add(name, line) { (path, bytes) throws(SyncError) in try sink.file(path, bytes) }
  }

  private func merged(
    _ name: RowName, _ old: inout LineSource<Reader>, _ own: inout LineSource<Reader>,
    _ other: inout LineSource<Reader>, into sink: inout Sink
  ) throws(SyncError) -> [UInt8]? {
    let (isOld, isOwn, isOther) = (old.name == name, own.name == name, other.name == name)
    if isOwn, !isOther || other.line == own.line || (isOld && other.line == old.line) { return own.line }
    let (mine, new) = (isOwn ? own.row() : nil, isOther ? other.row() : nil)
    let base = isBehind || isOld && isOwn && old.line == own.line ? mine : isOld ? old.row() : nil
    guard let result = TreeRow.merged(base: base, ours: mine, theirs: new) else {
      return nil
    }
    let line = result == mine ? own.line : result == new ? other.line : TreeLine.bytes(of: result)
    // Two rows within the limits may exceed them together; then ours stays.
    if result != mine, result != new, TreeLine.row(of: line, in: table) == nil {
      other.refuse()
      return isOwn ? own.line : nil
    }
    if result != mine { try sink.row(old: mine, new: result) }
    return line
  }
}
