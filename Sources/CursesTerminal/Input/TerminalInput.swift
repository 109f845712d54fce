import CNcurses
import Cells
import Platform

/// Waits for standard input and for signals, and reads the keys.
struct TerminalInput {
  enum Wake {
    /// Bytes came, or incomplete input timed out.
    case input
    case signal
    case timeIsOver
    case closed
  }

  private let keys: Int32
  private let signals: Int32
  private var decoder: InputDecoder
  private var bytes = [UInt8](repeating: 0, count: 1 << 16)
  private var event: Event?
  private var replies: [TerminalReply] = []
  private var lastNews = ContinuousClock.now
  private var piece = (number: -1, begin: ContinuousClock.now)
  private let longest: Duration

  init(isUnicode: Bool) {
    let sequences = KeySequences { name in
      cnc_key_sequence(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
    self.init(
      InputDecoder(
        sequences: sequences, encoding: isUnicode ? .utf8 : CharacterReader(locale: Self.character)),
      keys: STDIN_FILENO, signals: cnc_pending_descriptor())
  }

  /// `signals` becomes readable with a signal; `longest` limits the wait for a key or an answer, even if more bytes come.
  init(_ decoder: InputDecoder, keys: Int32, signals: Int32, longest: Duration = .seconds(1)) {
    (self.decoder, self.keys, self.signals, self.longest) = (decoder, keys, signals, longest)
  }

  var baseKeys: [Character: Character] { decoder.baseKeys }

  private static func character(_ bytes: ArraySlice<UInt8>) -> CharacterReader.Reading {
    var (state, wide) = (mbstate_t(), wchar_t())
    let front = bytes.prefix(16).map { CChar(bitPattern: $0) }
    let length = mbrtowc(&wide, front, front.count, &state)
    if length == -2 { return .beginning }
    guard length > 0, length <= front.count, let scalar = UInt32(exactly: wide).flatMap(Unicode.Scalar.init)
    else {
      return .none
    }
    return .character(scalar, length: length)
  }

  mutating func next() -> Event? {
    defer { event = nil }
    return event ?? decoder.next()
  }

  mutating func takeReplies() -> [TerminalReply] {
    collectReplies()
    defer { replies = [] }
    return replies
  }

  private mutating func collectReplies() {
    replies += decoder.takeReplies()
    if replies.contains(where: \.isLast) { decoder.awaitsReply = false }
  }

  var awaitsReply: Bool { decoder.awaitsReply }

  /// Reads outstanding answers, which would otherwise be typed into the next program; keys between them are lost.
  mutating func finishReplies(within time: Duration = .milliseconds(300)) {
    let end = ContinuousClock.now + time
    if decoder.awaitsReply { dropKeys() }
    while decoder.awaitsReply, isReadable(until: end), readBytes(upTo: 1) != .closed { dropKeys() }
    // Takes the answers that have come, even if the last one is late.
    while decoder.awaitsReply, isReadable(until: .now), readBytes() == .input { dropKeys() }
  }

  private mutating func dropKeys() {
    while decoder.next() != nil {}
    collectReplies()
  }

  private func isReadable(until end: ContinuousClock.Instant) -> Bool {
    var source = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&source, 1, Self.milliseconds(until: end)) } while count < 0 && errno == EINTR
    return count > 0
  }

  mutating func expectReplies() { decoder.awaitsReply = true }

  /// Keys are read in any case.
  mutating func wait(until deadline: ContinuousClock.Instant?) -> Wake {
    let patienceEnds = patienceEnds
    let end = [deadline, patienceEnds].compactMap { $0 }.min()
    var sources = [
      pollfd(fd: keys, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&sources, 2, Self.milliseconds(until: end)) > 0 else {
      return silence(patienceEnds: patienceEnds, deadline: deadline)
    }
    return sources[0].revents != 0 ? readBytes() : .signal
  }

  /// When to give up incomplete input; a paste may last as long as more bytes come.
  private var patienceEnds: ContinuousClock.Instant? {
    mutating get {
      guard let patience = decoder.patience else {
        piece.number = -1
        return nil
      }
      if decoder.pieceCount != piece.number { piece = (decoder.pieceCount, lastNews) }
      return decoder.isPasting ? lastNews + patience : min(lastNews + patience, piece.begin + longest)
    }
  }

  private mutating func silence(
    patienceEnds: ContinuousClock.Instant?, deadline: ContinuousClock.Instant?
  ) -> Wake {
    let now = ContinuousClock.now
    if let patienceEnds, patienceEnds <= now {
      event = decoder.giveUp()
      lastNews = now
      return .input
    }
    if let deadline, deadline <= now { return .timeIsOver }
    // A signal ended the wait early, and is pending.
    return .signal
  }

  private mutating func readBytes(upTo limit: Int = .max) -> Wake {
    let count = read(keys, &bytes, min(bytes.count, limit))
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return .signal }
    guard count > 0 else { return .closed }
    decoder.feed(bytes.prefix(count))
    lastNews = .now
    return .input
  }

  /// Rounded up, so that a wait never ends just before its deadline.
  private static func milliseconds(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let left = ContinuousClock.now.duration(to: end).components
    guard left.seconds >= 0 && left.attoseconds >= 0 else { return 0 }
    guard left.seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
