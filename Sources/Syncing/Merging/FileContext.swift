/// The file that is being taken, and which writes its machine had seen when it wrote the file.
struct FileContext {
  let write: Write
  /// The numbers of the last files that it had taken, by machine.
  let known: [Int64: Int64]
  let isJoining: Bool
  /// The file numbers, by machine, that determine what its keys mean.
  var keys: [Int64: Int64]?
  let isOwn: Bool

  /// Whether its keys are those that rows have here.
  var hasOwnKeys: Bool { isOwn && !isJoining }

  /// Whether the machine had seen a write; this always includes its own earlier writes.
  func knows(_ other: Write) -> Bool {
    if other.machine == write.machine { return other.number <= write.number }
    if isJoining { return false }
    return other.machine == 0 || known[other.machine, default: 0] >= other.number
  }

  /// Whether an insertion affects what the file's keys mean.
  func follows(_ insertion: Write) -> Bool {
    guard let keys, insertion.machine != write.machine, insertion.machine != 0 else {
      return insertion.machine == 0 || knows(insertion)
    }
    return keys[insertion.machine, default: 0] >= insertion.number
  }
}
