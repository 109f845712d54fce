import Platform
import SQLite
import Synchronization

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

  /// Sorts the parts, and waits for the other thread.
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
        try piece.withUnsafeBufferPointer { bytes throws(StoreError) in
          try file.write(UnsafeRawBufferPointer(bytes), at: offset)
        }
        offset += piece.count
      }
    } catch {
      fail(error)
    }
  }

  private func bytes(in part: Range<Int>) throws(StoreError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
      count = file.read(into: UnsafeMutableRawBufferPointer(buffer), at: part.lowerBound)
    }
    guard bytes.count == part.count else { throw .ioError(code: 0) }
    return bytes
  }
}
