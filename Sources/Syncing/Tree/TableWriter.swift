import Records

/// Writes the files of a table that differ from those that were there, which come in the order of their prefixes.
struct TableWriter {
  typealias Put = (String, [UInt8]?) throws(SyncError) -> Void

  private var files: TreeFiles
  private let replaced = ReplacedFiles()
  /// The digits of what was written or kept last.
  private var last: [UInt8]?

  init(table: Text) { files = TreeFiles(table: table) }

  /// The prefixes that a file's prefix begins with, from the shortest one of which nothing was written.
  func prefixes(of prefix: [UInt8]) -> [[UInt8]] {
    let common = last.map { zip($0, prefix).prefix { $0 == $1 }.count + 1 } ?? 0
    return (min(common, prefix.count)...prefix.count).map { Array(prefix.prefix($0)) }
  }

  /// Goes past digits without writing.
  mutating func pass(_ digits: [UInt8]) { last = digits }

  /// Leaves all files of a prefix as they are; false if their lines have to be added.
  mutating func keep(
    _ kept: ArraySlice<TableFile>, _ prefix: [UInt8], put: Put
  ) throws(SyncError) -> Bool {
    last = prefix
    let replaced = replaced
    return try files.keep(kept.count == 1 ? kept.first?.prefix ?? prefix : prefix, isDivided: kept.count > 1)
    {
      (path, bytes) throws(SyncError) in try replaced.put(path, bytes, put)
    }
  }

  /// Says that a file's lines are going to be added, or others instead of them.
  func replace(_ path: String, _ bytes: [UInt8]) { replaced.files.append((path, bytes)) }

  mutating func add(_ name: RowName, _ line: [UInt8], put: Put) throws(SyncError) {
    last = name.digits
    let replaced = replaced
    try files.add(name, line) { (path, bytes) throws(SyncError) in try replaced.put(path, bytes, put) }
  }

  mutating func finish(put: Put) throws(SyncError) {
    let replaced = replaced
    try files.finish { (path, bytes) throws(SyncError) in try replaced.put(path, bytes, put) }
    for (path, _) in replaced.files { try put(path, nil) }
  }
}

/// The files that were read and not yet found to be in the result, in the order of their paths.
private final class ReplacedFiles {
  var files: [(path: String, bytes: [UInt8])] = []

  /// A file of the result; those before it are not among them.
  func put(_ path: String, _ bytes: [UInt8], _ put: TableWriter.Put) throws(SyncError) {
    while let first = files.first, first.path < path { try put(files.removeFirst().path, nil) }
    if files.first?.path != path { return try put(path, bytes) }
    if files.removeFirst().bytes != bytes { try put(path, bytes) }
  }
}
