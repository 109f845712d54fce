import Cells

/// Turns the bytes that a terminal sends into keys and pasted text.
///
/// Bytes go in as they come; `next()` gives the events that are whole. Where bytes are left that could be the
/// beginning of something longer, `patience` says how long to wait for the rest, and `giveUp()` takes them as they are.
struct InputDecoder {
  /// How bytes beyond ASCII become characters.
  enum Encoding {
    /// UTF-8.
    case utf8
    /// One byte for each character, as the closure says; nil is none.
    case bytes(@Sendable (UInt8) -> Unicode.Scalar?)
  }

  let sequences: KeySequences
  let encoding: Encoding
  private let pasteLimit: Int
  /// The bytes that are not events yet.
  private(set) var buffer: ArraySlice<UInt8> = []
  /// Whether nothing follows what is in the buffer.
  private(set) var isOver = false
  private var paste: PasteReader?
  /// What the terminal has answered, first in, first out.
  private(set) var replies: [TerminalReply] = []
  /// Whether the terminal was asked something and has not answered all of it: then an ESC may be the beginning of that.
  var awaitsReply = false
  /// What is still to be told of the paste before.
  private var cut: Event?

  /// Makes a decoder; of a paste it keeps `pasteLimit` bytes.
  init(sequences: KeySequences, encoding: Encoding, pasteLimit: Int = 16 << 20) {
    (self.sequences, self.encoding, self.pasteLimit) = (sequences, encoding, pasteLimit)
  }

  /// How long to wait for more before `giveUp()`; nil if nothing is half there.
  var patience: Duration? {
    if paste != nil { return .seconds(2) }
    if buffer.isEmpty { return nil }
    // ESC alone is a key that people wait for; the rest of a sequence may be delayed by a network.
    if buffer.count == 1 && buffer.first == ASCII.escape { return .milliseconds(awaitsReply ? 100 : 25) }
    return ControlString.isBegun(buffer) ? .seconds(2) : .milliseconds(250)
  }

  /// Adds bytes that came.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    isOver = false
  }

  /// Takes what is half there as it is, because nothing follows; gives the first event that comes of it.
  mutating func giveUp() -> Event? {
    isOver = true
    // What was held back could have been the beginning of its end.
    guard paste?.keep(buffer) != nil else { return next() }
    buffer = []
    return endPaste()
  }

  /// The paste as far as it came; if it was cut, the next event says so.
  private mutating func endPaste() -> Event? {
    guard let ended = paste else { return nil }
    paste = nil
    if ended.droppedCount > 0 { cut = .pasteCut(taken: ended.text.count, leftOut: ended.droppedCount) }
    return text(of: ended.text)
  }

  /// The next event that is whole, or nil.
  mutating func next() -> Event? {
    if let cut {
      self.cut = nil
      return cut
    }
    while !buffer.isEmpty {
      if paste != nil {
        return paste?.take(from: &buffer) == true ? endPaste() : nil
      }
      switch read() {
      case .key(let key, let length):
        buffer = buffer.dropFirst(length)
        return .key(key)
      case .nothing(let length):
        buffer = buffer.dropFirst(length)
      case .mouse(let event, let length):
        buffer = buffer.dropFirst(length)
        return .mouse(event)
      case .reply(let reply, let length):
        buffer = buffer.dropFirst(length)
        replies.append(reply)
      case .pasteBegin(let length):
        buffer = buffer.dropFirst(length)
        paste = PasteReader(limit: pasteLimit)
      case .incomplete:
        return nil
      }
    }
    return nil
  }

  /// Terminals send a line's end as Return; as text it is a newline.
  private func text(of bytes: [UInt8]) -> Event {
    var scalars = String.UnicodeScalarView()
    switch encoding {
    case .utf8: scalars.append(contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars)
    case .bytes(let scalar):
      scalars.append(contentsOf: bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : scalar($0) ?? "\u{FFFD}" })
    }
    return .paste(Self.withNewlines(scalars))
  }

  private static func withNewlines(_ scalars: String.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if !(scalar == "\n" && previous == "\r") { result.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    return String(result)
  }

  // MARK: - Reading

  /// What the front of the buffer is.
  enum Reading {
    /// A key and the bytes that it takes.
    case key(Key, length: Int)
    /// So many bytes that the program has no use for.
    case nothing(length: Int)
    /// Something that was done with the mouse, and the bytes that it takes.
    case mouse(MouseEvent, length: Int)
    /// An answer of the terminal's, and the bytes that it takes.
    case reply(TerminalReply, length: Int)
    /// The mark that pasted text follows.
    case pasteBegin(length: Int)
    /// The beginning of something.
    case incomplete
  }

  /// Reads the front of the buffer, which is not empty; never incomplete where nothing follows.
  func read() -> Reading {
    switch buffer.first ?? 0 {
    case ASCII.escape: readEscape()
    case let byte where byte < 0x20 || byte == ASCII.delete: .key(Self.controlKey(byte), length: 1)
    default: readCharacter(at: 0) { .character($0) }
    }
  }

  private static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case ASCII.tab: .tab
    case ASCII.carriageReturn: .enter
    case ASCII.backspace, ASCII.delete: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte | 0x60)))
    default: .control(Character(Unicode.Scalar(byte | 0x40)))
    }
  }

  private func readEscape() -> Reading {
    if let (key, length) = sequences.match(buffer) { return .key(key, length: length) }
    if !isOver && (buffer.count == 1 || sequences.isBeginning(buffer)) { return .incomplete }
    switch buffer.dropFirst().first {
    case nil: return .key(.escape, length: 1)
    case UInt8(ascii: "["): return readControlSequence()
    case UInt8(ascii: "O"): return readSingleShift()
    case let byte? where ControlString.canBegin(with: byte): return readString()
    // Alt with Backspace deletes a word, in Readline and where terminals send it.
    case ASCII.delete, ASCII.backspace: return .key(.control("w"), length: 2)
    case .some(let byte) where byte < 0x20: return .key(.escape, length: 1)
    default: return readCharacter(at: 1) { .alt($0) }
    }
  }

  private func readControlSequence() -> Reading {
    switch ControlSequence.read(buffer) {
    case .whole(let sequence, let length):
      if sequence.beginsPaste { return .pasteBegin(length: length) }
      if let event = sequence.mouse { return .mouse(event, length: length) }
      if let reply = sequence.reply { return .reply(reply, length: length) }
      return sequence.key.map { .key($0, length: length) } ?? .nothing(length: length)
    case .broken(let length): return .nothing(length: length)
    case .beginning where !isOver: return .incomplete
    case .beginning: return buffer.count == 2 ? .key(.alt("["), length: 2) : .nothing(length: buffer.count)
    }
  }

  /// A string for the system or the program: the terminal's answers come as such, and nobody types one.
  private func readString() -> Reading {
    switch ControlString.read(buffer) {
    case .whole(let string, let length):
      return string.reply.map { .reply($0, length: length) } ?? .nothing(length: length)
    case .broken(let length): return .nothing(length: length)
    case .beginning where !isOver: return .incomplete
    case .beginning: return .nothing(length: buffer.count)
    case .key where buffer.count == 2 && !isOver: return .incomplete
    case .key: return readCharacter(at: 1) { .alt($0) }
    }
  }

  /// Takes what the terminal has answered.
  mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// SS3 and a letter: what the keypad of a VT100 sends.
  private func readSingleShift() -> Reading {
    guard buffer.count > 2 else { return isOver ? .key(.alt("O"), length: 2) : .incomplete }
    let keys: [UInt8: Key] = [
      UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
      UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home, UInt8(ascii: "M"): .enter,
    ]
    guard let key = buffer.dropFirst(2).first.flatMap({ keys[$0] }) else { return .nothing(length: 3) }
    return .key(key, length: 3)
  }

  /// Reads the character that begins `offset` bytes behind the front.
  private func readCharacter(at offset: Int, as key: (Character) -> Key) -> Reading {
    let bytes = buffer.dropFirst(offset)
    guard let first = bytes.first else { return .nothing(length: offset) }
    let length = Self.isUTF8(encoding) ? Self.length(first: first) : 1
    guard let length else { return .nothing(length: offset + 1) }
    guard bytes.count >= length else { return isOver ? .nothing(length: buffer.count) : .incomplete }
    guard let scalar = scalar(bytes.prefix(length)) else { return .nothing(length: offset + 1) }
    if 0x80..<0xA0 ~= scalar.value { return .nothing(length: offset + length) }
    return .key(key(Character(scalar)), length: offset + length)
  }

  private static func isUTF8(_ encoding: Encoding) -> Bool {
    if case .utf8 = encoding { true } else { false }
  }

  /// The bytes of a UTF-8 sequence by its first; nil for one that cannot be the first.
  private static func length(first: UInt8) -> Int? {
    switch first {
    case 0x00..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: nil
    }
  }

  private func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch encoding {
    case .utf8: String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    case .bytes(let scalar): bytes.first.flatMap { $0 < 0x80 ? Unicode.Scalar($0) : scalar($0) }
    }
  }
}
