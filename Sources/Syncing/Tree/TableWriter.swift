import Records

/// Writes the files of a table that have changed; the existing ones come sorted by prefix.
struct TableWriter {
  private var files: TreeFiles
  private let replaced = ReplacedFiles()
  private var last: [UInt8]?

  init(table: Text) { files = TreeFiles(table: table) }

  /// The prefixes of a prefix, starting with the shortest that has nothing written yet.
  func prefixes(of prefix: [UInt8]) -> [[UInt8]] {
    let common = last.map { zip($0, prefix).prefix { $0 == $1 }.count + 1 } ?? 0
    return (min(common, prefix.count)...prefix.count).map { Array(prefix.prefix($0)) }
  }

  mutating func pass(_ digits: [UInt8]) { last = digits }

  /// Keeps all files of a prefix; false if their lines have to be added.
  mutating func keep(
    _ kept: ArraySlice<TableFile>, _ prefix: [UInt8], put: TreePut
  ) throws(SyncError) -> Bool {
    last = prefix
    let replaced = replaced
    return try files.keep(kept.count == 1 ? kept.first?.prefix ?? prefix : prefix, isDivided: kept.count > 1)
    {
      (path, bytes) throws(SyncError) in try replaced.put(path, bytes, put)
    }
  }

  func replace(_ path: String, _ bytes: [UInt8]) { replaced.files.append((path, bytes)) }

  mutating func add(_ name: RowName, _ line: [UInt8], put: TreePut) throws(SyncError) {
    last = name.digits
    let replaced = replaced
    try files.add(name, line) { (path, bytes) throws(SyncError) in try replaced.put(path, bytes, put) }
  }

  mutating func finish(put: TreePut) throws(SyncError) {
    let replaced = replaced
    try files.finish { (path, bytes) throws(SyncError) in try replaced.put(path, bytes, put) }
    for (path, _) in replaced.files { try put(path, nil) }
  }
}

/// The files read so far that are not known to stay, sorted by path.
private final class ReplacedFiles {
  var files: [(path: String, bytes: [UInt8])] = []

  func put(_ path: String, _ bytes: [UInt8], _ put: TreePut) throws(SyncError) {
    while let first = files.first, first.path < path { try put(files.removeFirst().path, nil) }
    if files.first?.path != path { return try put(path, bytes) }
    if files.removeFirst().bytes != bytes { try put(path, bytes) }
  }
}
