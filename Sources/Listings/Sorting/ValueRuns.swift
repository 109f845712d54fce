import Platform
import SQLite
import Synchronization

struct ValueRuns {
  private let file: TemporaryFile
  private var ends: [Int] = []
  private var buffer: [UInt8] = []
  private var end = 0

  init() throws(StoreError) { file = try TemporaryFile() }

  private static let pieceSize = 1 << 16
  private static let readSize = 4 << 20

  /// Appends a value to the last run; it must come last in order.
  mutating func add(_ line: CountedCell) throws(StoreError) {
    line.append(to: &buffer)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  mutating func addRun(_ bytes: [UInt8]) throws(StoreError) {
    try flush()
    try file.write(bytes, at: end)
    end += bytes.count
    ends.append(end)
  }

  func sort(unless isCancelled: () -> Bool) throws(StoreError) {
    try RunSorter(file, zip([0] + ends, ends).map { $0..<$1 }).sort(unless: isCancelled)
  }

  mutating func endRun() throws(StoreError) {
    try flush()
    ends.append(end)
  }

  private mutating func flush() throws(StoreError) {
    try file.write(buffer, at: end)
    end += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  func merge(_ body: (CountedCell) throws(StoreError) -> Void) throws(StoreError) {
    // The run with the first value comes last.
    var runs: [ValueRun] = []
    let size = max(1 << 12, min(Self.readSize / max(ends.count, 1), 1 << 18))
    for (start, end) in zip([0] + ends, ends) {
      try advance(ValueRun(file, start..<end, bufferSize: size), into: &runs)
    }
    while let first = runs.popLast(), let line = first.current {
      guard runs.last?.current?.cell == line.cell else {
        try body(line)
        try advance(first, into: &runs)
        continue
      }
      var (count, equal) = (line.count, [first])
      while let run = runs.last, let other = run.current, other.cell == line.cell {
        count += other.count
        equal.append(runs.removeLast())
      }
      try body(CountedCell(line.cell, count))
      for run in equal { try advance(run, into: &runs) }
    }
  }

  private func advance(_ run: ValueRun, into runs: inout [ValueRun]) throws(StoreError) {
    try run.advance()
    guard let cell = run.current?.cell else { return }
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if let other = runs[middle].current?.cell, cell < other { low = middle + 1 } else { high = middle }
    }
    runs.insert(run, at: low)
  }
}

final class ValueRun {
  private let file: TemporaryFile
  private var rest: Range<Int>
  private var buffer: UnsafeMutableRawBufferPointer
  private var unread = 0..<0
  private(set) var current: CountedCell?

  init(_ file: TemporaryFile, _ range: Range<Int>, bufferSize: Int) {
    (self.file, rest) = (file, range)
    buffer = .allocate(byteCount: bufferSize, alignment: 8)
  }

  deinit { buffer.deallocate() }

  func advance() throws(StoreError) {
    current = nil
    if unread.isEmpty, rest.isEmpty { return }
    let head = try bytes(CountedCell.headSize)
    guard let size = CountedCell.size(head: head), let cell = CountedCell(try bytes(size)) else {
      throw .ioError(code: 0)
    }
    current = cell
    unread.removeFirst(size)
  }

  private func bytes(_ count: Int) throws(StoreError) -> UnsafeRawBufferPointer {
    if unread.count < count { try fill(count) }
    let range = unread.lowerBound..<unread.lowerBound + count
    return UnsafeRawBufferPointer(rebasing: buffer[range])
  }

  private func fill(_ count: Int) throws(StoreError) {
    guard count <= unread.count + rest.count else { throw .ioError(code: 0) }
    let old = buffer
    if count > buffer.count { buffer = .allocate(byteCount: count, alignment: 8) }
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[unread]))
    if count > old.count { old.deallocate() }
    unread = 0..<unread.count
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[unread.count...].prefix(rest.count))
    guard file.read(into: room, at: rest.lowerBound) == room.count else { throw .ioError(code: 0) }
    rest.removeFirst(room.count)
    unread = 0..<unread.count + room.count
  }
}

/// Sorts the parts of a temporary file, each separately and in place, on two threads.
final class RunSorter: Sendable {
  private struct State {
    var rest: [Range<Int>]
    var isHelping = false
    var failure: StoreError?
  }

  private let file: TemporaryFile
  private let state: Mutex<State>

  init(_ file: TemporaryFile, _ parts: [Range<Int>]) {
    self.file = file
    state = Mutex(State(rest: parts))
  }

  func sort(unless isCancelled: () -> Bool) throws(StoreError) {
    SystemThread.start("sort") { [self] in help() }
    while let part = take(helping: false) {
      run(part)
      if isCancelled() { fail(.interrupted) }
    }
    // A part takes some milliseconds.
    while state.withLock({ $0.isHelping }) { usleep(200) }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func help() {
    while let part = take(helping: true) { run(part) }
  }

  private func take(helping: Bool) -> Range<Int>? {
    state.withLock { state in
      let part = state.failure == nil ? state.rest.popLast() : nil
      if helping { state.isHelping = part != nil }
      return part
    }
  }

  private func fail(_ error: StoreError) { state.withLock { $0.failure = $0.failure ?? error } }

  private func run(_ part: Range<Int>) {
    do throws(StoreError) {
      var block = try KeyBlock(try bytes(in: part))
      block.sort()
      var offset = part.lowerBound
      try block.forEachPiece { piece throws(StoreError) in
        try file.write(piece, at: offset)
        offset += piece.count
      }
    } catch { fail(error) }
  }

  private func bytes(in part: Range<Int>) throws(StoreError) -> [UInt8] {
    let bytes = file.read(part.count, at: part.lowerBound)
    guard bytes.count == part.count else { throw .ioError(code: 0) }
    return bytes
  }
}
