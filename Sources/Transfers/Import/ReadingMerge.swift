import Formats
import SQLite

struct ReadingMerge {
  enum Earlier {
    case unknown
    case nothing
    case readings([Reading])
  }

  private struct Held {
    let key: Int64
    var reading: Reading
    var isFound = false
    var isChanged = false
  }

  private var held: [Held]
  private(set) var added: [Reading] = []

  init(_ held: [(key: Int64, reading: Reading)] = []) {
    self.held = held.map { Held(key: $0.key, reading: $0.reading) }
  }

  var changed: [(key: Int64, reading: Reading)] { held.filter(\.isChanged).map { ($0.key, $0.reading) } }

  var isEmpty: Bool { added.isEmpty && !held.contains(where: \.isChanged) }

  /// `count` is the number of readings in the file, if known; `earlier` is called only for a date that may be a correction.
  mutating func take(
    _ readings: [Reading], count: Int?, earlier: () throws(StoreError) -> Earlier
  ) throws(StoreError) {
    var unknown = readings.filter { !$0.isUndated }
    unknown.removeAll { find($0, by: ==) }
    unknown.removeAll { find($0, by: Self.agree) }
    for reading in unknown {
      let isFull = count.map { $0 <= held.count + added.count } ?? false
      if complete(reading, isFull) { continue }
      if isFull, correct(reading, in: readings, try earlier()) { continue }
      // The file may repeat a day.
      if !added.contains(where: { Self.isSame($0, reading, by: ==) }) { added.append(reading) }
    }
    let missing = readings.count - held.count - added.count
    added += Array(repeating: Reading(), count: max(0, missing))
  }

  private mutating func find(_ reading: Reading, by isEqual: (String, String) -> Bool) -> Bool {
    let places = held.indices.filter { Self.isSame(held[$0].reading, reading, by: isEqual) }
    guard let place = places.first(where: { !held[$0].isFound }) ?? places.first else { return false }
    held[place].isFound = true
    set(place, held[place].reading.completed(by: reading))
    return true
  }

  private mutating func complete(_ reading: Reading, _ isFull: Bool) -> Bool {
    guard let end = reading.end else { return false }
    let place =
      held.firstIndex { !$0.isFound && $0.reading.isUndated }
      ?? held.firstIndex {
        isFull && !$0.isFound && $0.reading.end == nil && reading.started == nil
          && $0.reading.started.map { $0 <= end } ?? false
      }
    guard let place else { return false }
    held[place].isFound = true
    set(place, held[place].reading.completed(by: reading))
    return true
  }

  /// Corrects dates from the service that have not changed since.
  private mutating func correct(_ reading: Reading, in readings: [Reading], _ earlier: Earlier) -> Bool {
    switch earlier {
    case .unknown: return true
    case .nothing: return false
    case .readings(let earlier):
      let given = earlier.filter { old in
        !old.isUndated && !readings.contains { Self.isSame(old, $0, by: ==) }
      }
      let place = held.firstIndex { held in
        !held.isFound && given.contains { Self.isSame(held.reading, $0, by: ==) }
      }
      guard let place else { return true }
      held[place].isFound = true
      let started = reading.started ?? held[place].reading.started
      set(place, Reading(started: started, finished: reading.finished, stopped: reading.stopped))
      return true
    }
  }

  private mutating func set(_ place: Int, _ reading: Reading) {
    if held[place].reading == reading { return }
    (held[place].reading, held[place].isChanged) = (reading, true)
  }

  /// Whether two readings ended on the same day or, if an end is unknown, started on the same day.
  private static func isSame(
    _ left: Reading, _ right: Reading, by isEqual: (String, String) -> Bool
  ) -> Bool {
    if let (one, other) = both(left.finished, right.finished) ?? both(left.stopped, right.stopped) {
      return isEqual(one, other)
    }
    guard left.end == nil || right.end == nil, let (one, other) = both(left.started, right.started) else {
      return false
    }
    return isEqual(one, other)
  }

  private static func both(_ left: String?, _ right: String?) -> (String, String)? {
    left.flatMap { left in right.map { (left, $0) } }
  }

  private static func agree(_ left: String, _ right: String) -> Bool {
    left == right || left.hasPrefix(right + "-") || right.hasPrefix(left + "-")
  }
}

extension Reading {
  fileprivate var end: String? { finished ?? stopped }

  fileprivate func completed(by other: Reading) -> Reading {
    func date(_ own: String?, _ other: String?) -> String? {
      guard let own, let other else { return own ?? other }
      return other.hasPrefix(own + "-") ? other : own
    }
    return Reading(
      started: date(started, other.started),
      finished: stopped == nil ? date(finished, other.finished) : finished,
      stopped: finished == nil ? date(stopped, other.stopped) : stopped)
  }
}
