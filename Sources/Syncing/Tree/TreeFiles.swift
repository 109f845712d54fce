import Records

/// Divides the lines of a table into files, depending on the lines alone.
///
/// The lines with a common prefix form a file if they have at most `TreeFormat.fileByteCount` bytes or are just one line;
/// otherwise the next digit divides them. Holds the lines of one file.
package struct TreeFiles {
  package typealias Put = (_ path: String, _ bytes: [UInt8]) throws(SyncError) -> Void

  private let table: Text
  /// The prefix of the held lines; the lines with any shorter prefix fill more than one file.
  private var prefix: [UInt8] = []
  private var lines: [(digits: [UInt8], line: [UInt8])] = []
  private var byteCount = 0

  package init(table: Text) { self.table = table }

  /// Adds a line; lines come sorted by name.
  package mutating func add(_ name: RowName, _ line: [UInt8], put: Put) throws(SyncError) {
    let digits = name.digits
    try open(digits, put: put)
    lines.append((digits, line))
    byteCount += line.count + 1
    while byteCount > TreeFormat.fileByteCount, lines.count > 1, prefix.count < 32 {
      try split(toward: digits, put: put)
    }
  }

  /// Skips files that stay; false if they have to be added because they may not stay.
  ///
  /// - Parameter isDivided: Whether the prefix covers several files, too large for one.
  mutating func keep(_ kept: [UInt8], isDivided: Bool, put: Put) throws(SyncError) -> Bool {
    try open(kept, put: put)
    if isDivided {
      while prefix.count < kept.count { try split(toward: kept, put: put) }
    }
    return prefix.count == kept.count
  }

  package mutating func finish(put: Put) throws(SyncError) {
    try self.put(lines[...], prefix, put)
    (lines, byteCount) = ([], 0)
  }

  /// Puts the held lines as a file unless the digits belong to them.
  private mutating func open(_ digits: [UInt8], put: Put) throws(SyncError) {
    if digits.starts(with: prefix) { return }
    try finish(put: put)
    let common = zip(prefix, digits).prefix { $0 == $1 }.count
    prefix = Array(digits.prefix(common + 1))
  }

  /// Divides the held lines by the next digit: keeps those with the given digit, and puts those before it as files.
  private mutating func split(toward digits: [UInt8], put: Put) throws(SyncError) {
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
    _ lines: ArraySlice<(digits: [UInt8], line: [UInt8])>, _ prefix: [UInt8], _ put: Put
  ) throws(SyncError) {
    let path = TreePath.rows(table: table, prefix: String(decoding: prefix, as: UTF8.self))
    guard !lines.isEmpty, let path = path.text else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.line.count + 1 })
    for (_, line) in lines { bytes += line + [0x0a] }
    try put(path, bytes)
  }
}
