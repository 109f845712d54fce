/// The file that is being taken, and which writes its machine knew when it made it.
struct FileContext {
  let write: Write
  /// The numbers of the last files that it had taken, by machine.
  let known: [Int64: Int64]
  /// Whether it knew nothing of the library that it joins.
  let isJoining: Bool
  /// The numbers of the files, by machine, from which follows what its keys mean.
  var keys: [Int64: Int64]?
  /// Whether this machine has made it.
  let isOwn: Bool

  /// Whether its keys are those that rows have here.
  var hasOwnKeys: Bool { isOwn && !isJoining }

  /// Whether a write was known to it; its machine's own earlier writes always were.
  func knows(_ other: Write) -> Bool {
    if other.machine == write.machine { return other.number <= write.number }
    if isJoining { return false }
    return other.machine == 0 || known[other.machine, default: 0] >= other.number
  }

  /// Whether what its keys mean follows from an insertion.
  func follows(_ insertion: Write) -> Bool {
    guard let keys, insertion.machine != write.machine, insertion.machine != 0 else {
      return insertion.machine == 0 || knows(insertion)
    }
    return keys[insertion.machine, default: 0] >= insertion.number
  }
}
