import CTorture

/// What fails in a script, and how.
struct Fault {
  /// What a call to the system ends with.
  enum Manner: String, CaseIterable {
    case once, lasting, full, torn
    case allocation, allocations
  }

  var manner: Manner
  var hasWriteAheadLog: Bool
  /// Whether the script ends without a write-back.
  var isAbandoned: Bool
  /// Which call, from 1.
  var number = 1

  /// Whether triggers of the database follow edits, too; that is so for every other number.
  var reacts: Bool { number.isMultiple(of: 2) }

  /// All kinds of faults.
  static var kinds: [Fault] {
    Manner.allCases.flatMap { manner in
      [false, true].flatMap { hasLog in
        [false, true].map { Fault(manner: manner, hasWriteAheadLog: hasLog, isAbandoned: $0) }
      }
    }
  }

  var isAllocation: Bool { manner == .allocation || manner == .allocations }

  /// Lets it happen from now on.
  func begin() {
    if isAllocation { return fault_begin_allocations(number, manner == .allocations ? 1 : 0) }
    fault_begin(
      fault_plan(
        number: number, calls: calls, isPersistent: manner == .once || manner == .torn ? 0 : 1,
        isFull: manner == .full ? 1 : 0, isTorn: manner == .torn ? 1 : 0))
  }

  /// A disk that is full can do all but write.
  private var calls: UInt32 {
    let calls =
      switch manner {
      case .full, .torn: FAULT_WRITE
      default:
        FAULT_OPEN | FAULT_WRITE | FAULT_TRUNCATE | FAULT_SYNC | FAULT_DELETE | FAULT_LOCK
          | FAULT_SHARED_MEMORY
          | FAULT_READ
      }
    return UInt32(calls)
  }

  /// Ends it, and answers how often something has failed.
  func end() -> Int { isAllocation ? fault_end_allocations() : fault_end() }
}

extension Fault: CustomStringConvertible {
  var description: String { "\(kind),\(number)" }

  /// The fault without its number.
  var kind: String {
    "\(manner.rawValue),\(hasWriteAheadLog ? "wal" : "rollback"),\(isAbandoned ? "abandoned" : "quit")"
  }

  init?(text: String) {
    let words = text.split(separator: ",")
    guard words.count == 4, let manner = Manner(rawValue: String(words[0])), let number = Int(words[3]) else {
      return nil
    }
    self.init(
      manner: manner, hasWriteAheadLog: words[1] == "wal", isAbandoned: words[2] == "abandoned",
      number: number)
  }
}
