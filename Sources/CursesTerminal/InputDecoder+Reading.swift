import Cells

extension InputDecoder {
  /// What the front of the buffer is.
  enum Reading {
    /// A key and the bytes that it takes.
    case key(Key, length: Int)
    /// So many bytes that the program has no use for.
    case nothing(length: Int)
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
      return sequence.key.map { .key($0, length: length) } ?? .nothing(length: length)
    case .broken(let length): return .nothing(length: length)
    case .beginning where !isOver: return .incomplete
    case .beginning: return buffer.count == 2 ? .key(.alt("["), length: 2) : .nothing(length: buffer.count)
    }
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
