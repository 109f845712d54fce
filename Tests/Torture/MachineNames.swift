import SeededRandom
import Synchronization

/// Names for machines that are the same in each run with one seed: what becomes of two equal keys hangs on them.
final class MachineNames: Sendable {
  private let random: Mutex<SeededGenerator>

  init(_ seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }

  func next() -> String {
    let digits = String(random.withLock { $0.next() }, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
