import Cells

/// Turns the bytes of a terminal into keys and pasted text.
///
/// Bytes are fed as they come, and `next()` returns complete events. If the rest could begin something longer, `patience` says
/// how long to wait for more, and `giveUp()` takes it as it is. If more comes after all, it is still recognised for a while,
/// and not taken for keys.
package struct InputDecoder {
  package typealias Encoding = CharacterReader

  private enum Torn {
    case sequence([UInt8])
    case paste([UInt8])
  }

  private let reader: KeyReader
  private let pasteLimit: Int
  private var buffer: ArraySlice<UInt8> = []
  private var lastBytes: ArraySlice<UInt8> = []
  private var isOver = false
  private var paste: PasteReader?
  private var torn: Torn?
  private var replies: [TerminalReply] = []
  /// Whether answers of the terminal are outstanding; then an ESC may begin one.
  package var awaitsReply = false
  package private(set) var baseKeys: [Character: Character] = [:]
  /// The number of pieces taken; while it is unchanged, the same piece is incomplete.
  private(set) var pieceCount = 0

  package init(sequences: KeySequences, encoding: Encoding, pasteLimit: Int = 16 << 20) {
    reader = KeyReader(sequences: sequences, characters: encoding)
    self.pasteLimit = pasteLimit
  }

  private static let keyLimit = 16

  /// How long to wait for more before `giveUp()`; nil if nothing is incomplete.
  package var patience: Duration? {
    if paste != nil { return endsPaste ? .milliseconds(250) : .milliseconds(750) }
    if buffer.isEmpty { return torn.map { if case .paste = $0 { .seconds(5) } else { .milliseconds(500) } } }
    // Users wait for ESC alone; the rest of a sequence may be delayed by a network.
    if buffer.count == 1 && buffer.first == ASCII.escape { return .milliseconds(awaitsReply ? 100 : 25) }
    // A letter that is one byte in the locale could be the first of several in UTF-8.
    if reader.characters.hasLocale, buffer.allSatisfy({ $0 >= 0x80 }) { return .milliseconds(50) }
    return awaitsReply && ControlString.isBegun(buffer) ? .seconds(1) : .milliseconds(250)
  }

  var isPasting: Bool { if case .paste = torn { true } else { paste != nil } }

  /// Whether the last input is only Esc or Control-C, which users press if a paste does not end.
  private var endsPaste: Bool {
    guard (1...Self.keyLimit).contains(lastBytes.count),
      case .key(let key, lastBytes.count) = reader.read(lastBytes, isOver: true)
    else { return false }
    return key == .escape || key == .control("c")
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    lastBytes = ArraySlice(bytes)
    isOver = false
    let rest = torn.map { takeRest(of: $0, in: lastBytes) }
    if rest != nil, torn == nil { pieceCount += 1 }
    buffer.append(contentsOf: rest ?? lastBytes)
  }

  package mutating func giveUp() -> Event? {
    isOver = true
    torn = nil
    if paste != nil { return giveUpPaste() }
    if buffer.first == ASCII.escape { torn = .sequence(Array(buffer)) }
    return next()
  }

  /// The bytes held back as a possible end mark belong to the text.
  private mutating func giveUpPaste() -> Event? {
    if endsPaste { paste?.removeLast(lastBytes.count - buffer.count) }
    torn = .paste(Array(buffer))
    buffer = []
    return endPaste()
  }

  package mutating func next() -> Event? {
    while !buffer.isEmpty {
      if paste != nil {
        guard paste?.take(from: &buffer) == true else { return nil }
        if let event = endPaste() { return event }
        continue
      }
      let reading = reader.read(buffer, isOver: isOver)
      if case .incomplete = reading { return nil }
      if let event = take(reading) { return event }
    }
    return nil
  }

  private mutating func take(_ reading: KeyReader.Reading) -> Event? {
    switch reading {
    case .incomplete, .long: break
    default: pieceCount += 1
    }
    switch reading {
    case .letter(let character, let base, let length):
      buffer = buffer.dropFirst(length)
      baseKeys[character] = base
      return .key(.character(character))
    case .key(let key, let length):
      buffer = buffer.dropFirst(length)
      return .key(key)
    case .nothing(let length): buffer = buffer.dropFirst(length)
    case .mouse(let event, let length):
      buffer = buffer.dropFirst(length)
      return .mouse(event)
    case .reply(let reply, let length):
      buffer = buffer.dropFirst(length)
      replies.append(reply)
    case .pasteBegin(let length):
      buffer = buffer.dropFirst(length)
      paste = PasteReader(limit: pasteLimit)
    case .long(let length, let mark): buffer = mark + buffer.dropFirst(length)
    case .unreadable(let length):
      buffer = buffer.dropFirst(length)
      // Only the last of several unreadable keys is reported.
      if !buffer.isEmpty, case .unreadable = reader.read(buffer, isOver: isOver) { return nil }
      return .refused(.unreadableKey)
    case .incomplete: break
    }
    return nil
  }

  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  // MARK: - Pastes

  private mutating func endPaste() -> Event? {
    guard let ended = paste else { return nil }
    paste = nil
    pieceCount += 1
    if ended.byteCount == 0, ended.isTorn || torn != nil { return nil }
    if ended.byteCount > pasteLimit {
      return .refused(.longPaste(byteCount: ended.byteCount, limit: pasteLimit))
    }
    let text = reader.characters.text(ended.text)
    return text.map { .paste(Self.withNewlines($0.unicodeScalars)) } ?? .refused(.unreadablePaste)
  }

  /// Terminals send line ends as Return; in text they are newlines.
  private static func withNewlines(_ scalars: String.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if !(scalar == "\n" && previous == "\r") { result.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    return String(result)
  }

  // MARK: - What was given up too early

  private mutating func takeRest(of torn: Torn, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    self.torn = nil
    switch torn {
    case .sequence(let start): return takeRest(ofSequence: start, bytes)
    case .paste(let start): return takeRest(ofPaste: start, bytes)
    }
  }

  /// Drops the rest of a key that already counted as Esc; answers and pastes are handled.
  private mutating func takeRest(ofSequence start: [UInt8], _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (whole, startCount) = (start + bytes, start.count)
    let isString = ControlString.isBegun(whole[...])
    guard buffer.isEmpty, whole.count > 2,
      isString || whole[1] == UInt8(ascii: "[") || whole[1] == UInt8(ascii: "O")
    else { return bytes }
    var reading = reader.read(whole[...], isOver: false)
    while case .long(let length, let mark) = reading {
      (whole, startCount) = (mark + whole.dropFirst(length), mark.count + max(0, startCount - length))
      reading = reader.read(whole[...], isOver: false)
    }
    switch reading {
    case .incomplete, .long:
      // Nobody types inside a string, but a string without an end must not swallow keys.
      if isString, bytes.count < 4 { return bytes }
      torn = .sequence(whole)
      return []
    case .reply(let reply, let length):
      replies.append(reply)
      return whole[...].dropFirst(max(length, startCount))
    case .pasteBegin(let length):
      paste = PasteReader(limit: pasteLimit)
      return whole[...].dropFirst(max(length, startCount))
    case .key(_, let length), .letter(_, _, let length), .nothing(let length), .unreadable(let length),
      .mouse(_, let length):
      return whole[...].dropFirst(max(length, startCount))
    }
  }

  /// Up to an end mark, or if longer than a key, the bytes are still pasted; a key ends the paste.
  private mutating func takeRest(ofPaste start: [UInt8], _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if bytes.starts(with: PasteReader.begin) { return bytes }
    let whole = start + bytes
    if whole.indices.contains(where: { whole[$0...].starts(with: PasteReader.end) })
      || bytes.count > Self.keyLimit && bytes.first != ASCII.escape
    {
      paste = PasteReader(limit: pasteLimit, isTorn: true)
      return whole[...]
    }
    guard !start.isEmpty, PasteReader.end.starts(with: whole) else { return bytes }
    torn = .paste(whole)
    return []
  }
}

/// Collects the text of a bracketed paste, which ends only at its end mark, whatever the text holds.
private struct PasteReader {
  static let begin: [UInt8] = Array("\u{1B}[200~".utf8)
  static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private let limit: Int
  /// Whether the beginning of the paste was given up.
  let isTorn: Bool
  private(set) var text: [UInt8] = []
  /// All bytes of the paste, of which only those up to the limit are kept.
  private(set) var byteCount = 0

  init(limit: Int, isTorn: Bool = false) { (self.limit, self.isTorn) = (limit, isTorn) }

  /// Returns whether the end mark was there; the bytes after it stay in the buffer.
  mutating func take(from buffer: inout ArraySlice<UInt8>) -> Bool {
    while let escape = buffer.firstIndex(of: Self.end[0]) {
      keep(buffer[..<escape])
      buffer = buffer[escape...]
      if buffer.starts(with: Self.end) {
        buffer = buffer.dropFirst(Self.end.count)
        return true
      }
      if Self.end.starts(with: buffer) { return false }
      keep(buffer.prefix(1))
      buffer = buffer.dropFirst()
    }
    keep(buffer)
    buffer = []
    return false
  }

  mutating func removeLast(_ count: Int) {
    // Bytes beyond the limit were not kept, and the text is too long anyway.
    if byteCount <= limit { text.removeLast(min(count, text.count)) }
    byteCount -= count
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    text.append(contentsOf: bytes.prefix(max(0, limit - text.count)))
    byteCount += bytes.count
  }
}
