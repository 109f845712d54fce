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
  /// What is still to be told of the paste before.
  private var cut: Event?

  /// Makes a decoder; of a paste it keeps `pasteLimit` bytes.
  init(sequences: KeySequences, encoding: Encoding, pasteLimit: Int = 16 << 20) {
    self.sequences = sequences
    self.encoding = encoding
    self.pasteLimit = pasteLimit
  }

  /// How long to wait for more before `giveUp()`; nil where nothing is half there.
  var patience: Duration? {
    if paste != nil { return .seconds(2) }
    if buffer.isEmpty { return nil }
    // ESC alone is a key that people wait for; the rest of a sequence may be delayed by a network.
    return buffer.count == 1 && buffer.first == ASCII.escape ? .milliseconds(25) : .milliseconds(250)
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

  /// The paste as far as it came; one that was cut is told of next.
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
}
