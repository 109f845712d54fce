/// Incrementally splits JSON text into its values, or into the elements of its lists.
///
/// It examines only brackets and quotes; `JSONReader` parses the parts. Further objects may follow an object: if the first
/// line fills the sample, the other lines are not recognised.
struct JSONDivider {
  struct Part {
    let bytes: ArraySlice<UInt8>
    let place: TextPlace
    let isElement: Bool

    /// Errors have their place in the whole text.
    func value() throws(FormatError) -> JSONValue {
      do throws(FormatError) {
        return try JSONReader.value(of: Array(bytes), depth: isElement ? 1 : 0)
      } catch { throw (isElement ? error.inList : error).moved(to: place) }
    }
  }

  private enum Expected { case value, elementOrEnd, element, commaOrEnd, objectOrEnd, nothing }
  private enum Meaning { case inside, last, behind }

  private let hasManyValues: Bool
  private var expected = Expected.value
  private var hasValue = false
  private var bytes: [UInt8] = []
  private var open: (place: TextPlace, isElement: Bool)?
  private var (depth, isInText, isEscaped) = (0, false, false)
  private var counter = PlaceCounter()

  init(hasManyValues: Bool = false) { self.hasManyValues = hasManyValues }

  /// The parts that end in the next bytes, in linear time; an open part may be as long as `ReadLimit` allows.
  mutating func parts(of new: [UInt8], isLast: Bool) throws(FormatError) -> [Part] {
    var parts: [Part] = []
    do throws(FormatError) {
      try divide(new, isLast: isLast, &parts)
    } catch {
      // An error in an earlier part is reported first.
      for part in parts { _ = try part.value() }
      throw error
    }
    return parts
  }

  private mutating func divide(_ new: [UInt8], isLast: Bool, _ parts: inout [Part]) throws(FormatError) {
    var (first, known) = (0, bytes.count)
    bytes += new
    while known < bytes.count {
      let byte = bytes[known]
      let meaning = open == nil ? .behind : meaning(of: byte)
      if open != nil, meaning != .inside {
        finish(first..<(meaning == .last ? known + 1 : known), &parts)
      }
      if meaning == .behind, try begins(with: byte) { first = known }
      counter.advance(over: byte)
      known += 1
    }
    if isLast { try end(first, &parts) }
    // A new array: one that shares its storage with parts would keep its capacity, and grow with each block.
    if open == nil { bytes = [] } else if first > 0 { bytes = Array(bytes[first...]) }
    if let open { try check(open.isElement, open.place) }
  }

  private func check(_ isElement: Bool, _ place: TextPlace) throws(FormatError) {
    if isElement, bytes.count > ReadLimit.row { throw .rowTooLong(place) }
    if bytes.count > ReadLimit.file { throw .fileTooLong }
  }

  private mutating func finish(_ range: Range<Int>, _ parts: inout [Part]) {
    guard let open else { return }
    parts.append(Part(bytes: bytes[range], place: open.place, isElement: open.isElement))
    self.open = nil
  }

  private mutating func meaning(of byte: UInt8) -> Meaning {
    if isInText {
      let closes = byte == UInt8(ascii: "\"") && !isEscaped
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      isInText = !closes
      return closes && depth == 0 ? .last : .inside
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 0 { return .behind }
      depth -= 1
      return depth == 0 ? .last : .inside
    case UInt8(ascii: ","), 32, 9, 10, 13: return depth == 0 ? .behind : .inside
    default: break
    }
    return .inside
  }

  private mutating func begins(with byte: UInt8) throws(FormatError) -> Bool {
    if [32, 9, 10, 13].contains(byte) { return false }
    let behind = hasManyValues ? Expected.value : .nothing
    hasValue = true
    switch (expected, byte) {
    case (.value, UInt8(ascii: "[")): expected = .elementOrEnd
    case (.elementOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "]")): expected = behind
    case (.commaOrEnd, UInt8(ascii: ",")): expected = .element
    case (.commaOrEnd, _): throw .expected(.character("]"), counter.place)
    case (.objectOrEnd, UInt8(ascii: "{")):
      begin(byte, isElement: false)
      return true
    case (.nothing, _), (.objectOrEnd, _): throw .expected(.end, counter.place)
    case (.value, _):
      begin(byte, isElement: false)
      expected = byte == UInt8(ascii: "{") && !hasManyValues ? .objectOrEnd : behind
      return true
    case (.elementOrEnd, _), (.element, _):
      begin(byte, isElement: true)
      expected = .commaOrEnd
      return true
    }
    return false
  }

  private mutating func begin(_ byte: UInt8, isElement: Bool) {
    open = (counter.place, isElement)
    depth = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") ? 1 : 0
    (isInText, isEscaped) = (byte == UInt8(ascii: "\""), false)
  }

  private mutating func end(_ first: Int, _ parts: inout [Part]) throws(FormatError) {
    if open != nil {
      finish(first..<bytes.count, &parts)
      // An error in the part is reported before anything missing after it.
      _ = try parts.last?.value()
    }
    switch expected {
    case .value where hasValue || hasManyValues: break
    case .nothing, .objectOrEnd: break
    case .value, .elementOrEnd, .element: throw .expected(.value, counter.place)
    case .commaOrEnd: throw .expected(.character("]"), counter.place)
    }
  }
}

extension FormatError {
  /// As in the whole list, which continues or ends after an element.
  fileprivate var inList: FormatError {
    if case .expected(.end, let place) = self { .expected(.character("]"), place) } else { self }
  }
}
