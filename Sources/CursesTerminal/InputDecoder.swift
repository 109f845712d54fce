import Cells

/// Turns the bytes that a terminal sends into keys and pasted text.
///
/// Bytes go in as they come; `next()` gives the events that are whole. Where bytes are left that could be the
/// beginning of something longer, `patience` says how long to wait for the rest, and `giveUp()` takes them as they are. If
/// the rest comes after all, it is recognized for a while, and not taken for keys.
package struct InputDecoder {
  /// How bytes beyond ASCII become characters.
  package typealias Encoding = CharacterReader

  /// What was given up before its end had come.
  private enum Torn {
    /// The beginning of a sequence or a string.
    case sequence([UInt8])
    /// A paste, with what could have been the beginning of its end mark.
    case paste([UInt8])
  }

  private let reader: KeyReader
  private let pasteLimit: Int
  /// The bytes that are not events yet.
  private var buffer: ArraySlice<UInt8> = []
  /// The bytes that came last.
  private var lastBytes: ArraySlice<UInt8> = []
  /// Whether nothing follows what is in the buffer.
  private var isOver = false
  private var paste: PasteReader?
  private var torn: Torn?
  /// What the terminal has answered, first in, first out.
  private var replies: [TerminalReply] = []
  /// Whether the terminal was asked something and has not answered all of it: then an ESC may be the beginning of that.
  package var awaitsReply = false
  /// The keys of a US keyboard that characters of other alphabets are on, as far as the terminal has told.
  package private(set) var baseKeys: [Character: Character] = [:]
  /// How many keys, answers and so on have been taken; as long as it is the same, the same one is half there.
  private(set) var pieceCount = 0

  /// Makes a decoder; a paste can have `pasteLimit` bytes.
  package init(sequences: KeySequences, encoding: Encoding, pasteLimit: Int = 16 << 20) {
    reader = KeyReader(sequences: sequences, characters: encoding)
    self.pasteLimit = pasteLimit
  }

  /// The most bytes of a key.
  private static let keyLimit = 16

  /// How long to wait for more before `giveUp()`; nil if nothing is half there.
  package var patience: Duration? {
    if paste != nil { return endsPaste ? .milliseconds(250) : .milliseconds(750) }
    if buffer.isEmpty { return torn.map { if case .paste = $0 { .seconds(5) } else { .milliseconds(500) } } }
    // ESC alone is a key that people wait for; the rest of a sequence may be delayed by a network.
    if buffer.count == 1 && buffer.first == ASCII.escape { return .milliseconds(awaitsReply ? 100 : 25) }
    // A letter that is one byte in the locale could be the first of several in UTF-8.
    if reader.characters.hasLocale, buffer.allSatisfy({ $0 >= 0x80 }) { return .milliseconds(50) }
    return awaitsReply && ControlString.isBegun(buffer) ? .seconds(1) : .milliseconds(250)
  }

  /// Whether it is a paste that is half there, which may take long.
  var isPasting: Bool { if case .paste = torn { true } else { paste != nil } }

  /// Whether the last that came is Esc or Control with C, alone: what a person presses where a paste does not end.
  private var endsPaste: Bool {
    guard (1...Self.keyLimit).contains(lastBytes.count),
      case .key(let key, lastBytes.count) = reader.read(lastBytes, isOver: true)
    else { return false }
    return key == .escape || key == .control("c")
  }

  /// Adds bytes that came.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    lastBytes = ArraySlice(bytes)
    isOver = false
    let rest = torn.map { takeRest(of: $0, in: lastBytes) }
    if rest != nil, torn == nil { pieceCount += 1 }
    buffer.append(contentsOf: rest ?? lastBytes)
  }

  /// Takes what is half there as it is, because nothing follows; gives the first event that comes of it.
  package mutating func giveUp() -> Event? {
    isOver = true
    torn = nil
    if paste != nil { return giveUpPaste() }
    if buffer.first == ASCII.escape { torn = .sequence(Array(buffer)) }
    return next()
  }

  /// The paste as far as it came; what was held back could have been the beginning of its end mark.
  private mutating func giveUpPaste() -> Event? {
    if endsPaste { paste?.removeLast(lastBytes.count - buffer.count) }
    torn = .paste(Array(buffer))
    buffer = []
    return endPaste()
  }

  /// The next event that is whole, or nil.
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

  /// Takes from the buffer what was read there, and gives the event that it is, if it is one.
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
      // Of several in a row, the last one is told.
      if !buffer.isEmpty, case .unreadable = reader.read(buffer, isOver: isOver) { return nil }
      return .refused(.unreadableKey)
    case .incomplete: break
    }
    return nil
  }

  /// Takes what the terminal has answered.
  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  // MARK: - Pastes

  /// What comes of the paste, whose end is there or given up; nil if nothing was left of it.
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

  /// Terminals send a line's end as Return; as text it is a newline.
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

  /// Takes the rest of what was given up from the front of bytes, and gives the bytes that are left.
  private mutating func takeRest(of torn: Torn, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    self.torn = nil
    switch torn {
    case .sequence(let start): return takeRest(ofSequence: start, bytes)
    case .paste(let start): return takeRest(ofPaste: start, bytes)
    }
  }

  /// A key whose beginning was Esc already is dropped; answers and pastes are what they are.
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
      // Nobody types into a string, but if it has no end a key is a key.
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

  /// What goes on to an end mark, or is longer than a key, is still pasted; a key ends the paste.
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
