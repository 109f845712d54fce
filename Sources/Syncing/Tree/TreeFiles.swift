import Records

/// Divides the lines of a table into files; which ones depends on the lines alone.
///
/// The lines with a prefix are a file if they have at most `TreeFormat.fileByteCount` bytes or are one line; otherwise
/// they are divided by the next digit. Holds the lines of one file.
package struct TreeFiles {
  private let table: Text
  /// The digits that the held lines begin with.
  ///
  /// What begins with fewer of them is known to be more than one file.
  private var prefix: [UInt8] = []
  private var lines: [(digits: [UInt8], line: [UInt8])] = []
  private var byteCount = 0

  /// Creates an empty table; `put` is called for each file, in the order of the rows.
  package init(table: Text) { self.table = table }

  /// Adds a line; lines come in the order of their rows' names.
  package mutating func add(
    _ name: RowName, _ line: [UInt8], put: (String, [UInt8]) throws(SyncError) -> Void
  ) throws(SyncError) {
    let digits = name.digits
    try open(digits, put: put)
    lines.append((digits, line))
    byteCount += line.count + 1
    while byteCount > TreeFormat.fileByteCount, lines.count > 1, prefix.count < 32 {
      try split(toward: digits, put: put)
    }
  }

  /// Passes by files that stay as they are; false if they have to be added, since it is not known whether they may stay.
  ///
  /// - Parameter isDivided: Whether the prefix stands for several files, so that they have too many bytes for one.
  mutating func keep(
    _ kept: [UInt8], isDivided: Bool, put: (String, [UInt8]) throws(SyncError) -> Void
  ) throws(SyncError) -> Bool {
    try open(kept, put: put)
    if isDivided {
      while prefix.count < kept.count { try split(toward: kept, put: put) }
    }
    return prefix.count == kept.count
  }

  /// Ends the table.
  package mutating func finish(put: (String, [UInt8]) throws(SyncError) -> Void) throws(SyncError) {
    try self.put(lines[...], prefix, put)
    (lines, byteCount) = ([], 0)
  }

  /// Ends the held lines unless those of the digits belong to them.
  private mutating func open(
    _ digits: [UInt8], put: (String, [UInt8]) throws(SyncError) -> Void
  ) throws(SyncError) {
    if digits.starts(with: prefix) { return }
    try finish(put: put)
    let common = zip(prefix, digits).prefix { $0 == $1 }.count
    prefix = Array(digits.prefix(common + 1))
  }

  /// Divides the held lines by the next digit; those with the given one are held on, the others are before them and complete.
  private mutating func split(
    toward digits: [UInt8], put: (String, [UInt8]) throws(SyncError) -> Void
  ) throws(SyncError) {
    let place = prefix.count
    var rest = lines[...]
    while let digit = rest.first?.digits[place], digit != digits[place] {
      let group = rest.prefix { $0.digits[place] == digit }
      try self.put(group, prefix + [digit], put)
      rest = rest.dropFirst(group.count)
    }
    lines = Array(rest)
    byteCount = lines.reduce(0) { $0 + $1.line.count + 1 }
    prefix.append(digits[place])
  }

  private func put(
    _ lines: ArraySlice<(digits: [UInt8], line: [UInt8])>, _ prefix: [UInt8],
    _ put: (String, [UInt8]) throws(SyncError) -> Void
  ) throws(SyncError) {
    let path = TreePath.rows(table: table, prefix: String(decoding: prefix, as: UTF8.self))
    guard !lines.isEmpty, let path = path.text else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.line.count + 1 })
    for (_, line) in lines { bytes += line + [0x0a] }
    try put(path, bytes)
  }
}
