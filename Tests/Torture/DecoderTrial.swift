import Cells
import CursesTerminal
import SeededRandom

/// Streams of bytes, each given to decoders in several ways.
struct DecoderTrial {
  private var generator: SeededGenerator
  /// How many sequences, texts and pastes were decoded.
  private(set) var sequenceCount = 0
  private(set) var wrong: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Makes a stream, and gives it to decoders.
  mutating func run() {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: decodeWhole()
    case 1: decodeLate()
    default: decodeNoise()
    }
  }

  // MARK: - Whole

  /// However whole sequences are cut, each is what it is alone, and what was typed is what was planted.
  private mutating func decodeWhole() {
    let (isLatin, limit) = (chance(of: 4), chance(of: 3) ? 50 : 1 << 20)
    let start = decoder(isLatin ? Self.latin : chance(of: 3) ? Self.ascii : .utf8, limit)
    var (events, replies, bytes) = ([Event](), [TerminalReply](), [UInt8]())
    for _ in 0..<number(1...10) {
      let piece = TerminalPieceSource.next(pasteLimit: limit, hasUnreadable: !isLatin, using: &generator)
      for _ in 0..<(chance(of: 6) ? 2 : 1) {
        var alone = DecoderFeed(start)
        alone.feed(piece.bytes)
        alone.rest()
        expect(
          DecoderFeed.typed(alone.events) == DecoderFeed.typed(piece.typed), "\(piece.typed) is planted",
          alone)
        for event in alone.events where event != .refused(.unreadableKey) || events.last != event {
          events.append(event)
        }
        replies += alone.replies
        bytes += piece.bytes
        sequenceCount += 1
      }
    }
    for cuts in waysToCut(bytes) {
      var feed = DecoderFeed(start)
      for part in Self.parts(of: bytes, cuts) { feed.feed(part) }
      feed.rest()
      expect(feed.events == events && feed.replies == replies, "alone they are \(events), \(replies)", feed)
      expectSentinel(in: &feed)
    }
  }

  /// At once, byte by byte, in two at every place, and anyhow, as far as that does not take too long.
  private mutating func waysToCut(_ bytes: [UInt8]) -> [[Int]] {
    let all = Array(bytes.indices.dropFirst())
    var ways: [[Int]] = [[], cuts(of: bytes), cuts(of: bytes)]
    if all.count < 400 { ways.append(all) }
    if all.count < 40 { ways += all.map { [$0] } }
    return ways
  }

  private mutating func cuts(of bytes: [UInt8]) -> [Int] {
    guard bytes.count > 1 else { return [] }
    return Set((0..<number(1...12)).map { _ in number(1...bytes.count - 1) }).sorted()
  }

  private static func parts(of bytes: [UInt8], _ cuts: [Int]) -> [ArraySlice<UInt8>] {
    zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
  }

  // MARK: - Late

  /// Where the rest of a sequence or a paste is late, or never comes, nothing is typed but what was planted.
  private mutating func decodeLate() {
    var (feed, planted) = (DecoderFeed(decoder(.utf8, 1 << 20)), [Event]())
    for _ in 0..<number(1...8) {
      sequenceCount += 1
      switch number(0...5) {
      case 0...1: tear(&feed, &planted)
      case 2: cutOff(&feed)
      case 3: pasteLate(&feed, &planted)
      case 4: pasteWithoutEnd(&feed, &planted)
      default:
        let piece = TerminalPieceSource.next(pasteLimit: 1 << 20, hasUnreadable: true, using: &generator)
        for part in Self.parts(of: piece.bytes, cuts(of: piece.bytes)) { feed.feed(part) }
        planted += piece.typed
      }
    }
    feed.rest()
    expect(feed.typed == DecoderFeed.typed(planted), "\(DecoderFeed.typed(planted)) is planted", feed)
    expectSentinel(in: &feed)
  }

  /// A sequence whose rest comes after a silence, perhaps with text behind it.
  private mutating func tear(_ feed: inout DecoderFeed, _ planted: inout [Event]) {
    let bytes = SequenceSource.next(using: &generator).bytes
    let cut = number(1...bytes.count - 1)
    feed.feed(bytes[..<cut])
    feed.pause()
    guard Bool.random(using: &generator) else { return feed.feed(bytes[cut...]) }
    let text = TerminalPieceSource.text(using: &generator)
    feed.feed(bytes[cut...] + text.bytes)
    planted += text.typed
  }

  /// The beginning of a sequence, followed by another one, or by nothing.
  private mutating func cutOff(_ feed: inout DecoderFeed) {
    let bytes = SequenceSource.next(using: &generator).bytes
    feed.feed(bytes[..<number(1...bytes.count - 1)])
    if Bool.random(using: &generator) { return feed.rest() }
    if Bool.random(using: &generator) { feed.pause() }
    feed.feed(SequenceSource.next(using: &generator).bytes)
  }

  /// A paste that comes in two parts.
  private mutating func pasteLate(_ feed: inout DecoderFeed, _ planted: inout [Event]) {
    let text = TerminalPieceSource.plainText(using: &generator)
    let bytes = PasteMark.begin + text + PasteMark.end
    let cut = number(1...bytes.count - 1)
    feed.feed(bytes[..<cut])
    feed.pause()
    feed.feed(bytes[cut...])
    planted.append(.paste(String(decoding: text, as: UTF8.self)))
  }

  /// A paste whose end never comes, perhaps with a key that ends it.
  private mutating func pasteWithoutEnd(_ feed: inout DecoderFeed, _ planted: inout [Event]) {
    let text = TerminalPieceSource.plainText(using: &generator)
    feed.feed(PasteMark.begin + text)
    if Bool.random(using: &generator) { feed.feed(Self.endingKeys.randomElement(using: &generator) ?? [3]) }
    feed.rest()
    planted.append(.paste(String(decoding: text, as: UTF8.self)))
  }

  /// Control with C, and Esc in two ways.
  private static let endingKeys: [[UInt8]] = [[3], [0x1B], Array("\u{1B}[27u".utf8)]

  // MARK: - Noise

  /// Whatever comes, it is the same however it is cut, and after it a key is a key.
  private mutating func decodeNoise() {
    let start = decoder(chance(of: 3) ? Self.latin : .utf8, chance(of: 3) ? 20 : 1 << 20)
    let bytes = noise()
    var whole = DecoderFeed(start)
    whole.feed(bytes)
    for cuts in waysToCut(bytes) {
      var feed = DecoderFeed(start)
      for part in Self.parts(of: bytes, cuts) { feed.feed(part) }
      let isSame = feed.events == whole.events && feed.replies == whole.replies
      expect(isSame, "at once it is \(whole.events), \(whole.replies)", feed)
      feed.rest()
      expectSentinel(in: &feed)
    }
    var late = DecoderFeed(start)
    for part in Self.parts(of: bytes, cuts(of: bytes)) {
      late.feed(part)
      for _ in 0..<number(0...2) { late.pause() }
    }
    late.rest()
    expectSentinel(in: &late)
  }

  /// Sequences in which bytes are missing, changed, doubled, or others.
  private mutating func noise() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<number(1...6) {
      sequenceCount += 1
      let piece = TerminalPieceSource.next(pasteLimit: 1 << 20, hasUnreadable: true, using: &generator).bytes
      // In the middle of another one, or behind it.
      bytes.insert(
        contentsOf: piece, at: Bool.random(using: &generator) ? bytes.count : number(0...bytes.count))
    }
    for _ in 0..<number(0...4) where bytes.count > 1 {
      let place = number(0...bytes.count - 1)
      switch number(0...5) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(.random(in: 0...255, using: &generator), at: place)
      case 2: bytes[place] = .random(in: 0...255, using: &generator)
      case 3: bytes.insert(0x1B, at: place)
      case 4: bytes.insert(contentsOf: PasteMark.begin, at: place)
      default: bytes.removeLast(number(0...min(8, bytes.count - 1)))
      }
    }
    return bytes
  }

  // MARK: - What must hold

  /// After all of it, a key is itself.
  private mutating func expectSentinel(in feed: inout DecoderFeed) {
    let keys: [(String, Key)] = [
      ("x", .character("x")), ("\u{1B}[A", .up), ("日", .character("日")), ("\r", .enter),
    ]
    let (text, key) = keys.randomElement(using: &generator) ?? keys[0]
    let count = feed.events.count
    feed.feed(text.utf8)
    expect(feed.events.dropFirst(count) == [.key(key)], "the last is \(key)", feed)
  }

  private mutating func expect(_ isSo: Bool, _ what: @autoclosure () -> String, _ feed: DecoderFeed) {
    guard !isSo || feed.fault != nil else { return }
    let line = "\(feed.fault ?? what()); of \(feed.account) came \(feed.events)"
    wrong.append(String(line.prefix(3_000)))
  }

  private mutating func chance(of count: Int) -> Bool { number(1...count) == 1 }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  private mutating func decoder(_ encoding: InputDecoder.Encoding, _ pasteLimit: Int) -> InputDecoder {
    let hasKeys = Bool.random(using: &generator)
    let sequences = KeySequences { name in hasKeys ? Self.xterm[name].map { Array($0.utf8) } : nil }
    var decoder = InputDecoder(sequences: sequences, encoding: encoding, pasteLimit: pasteLimit)
    decoder.awaitsReply = Bool.random(using: &generator)
    return decoder
  }

  /// What an xterm sends for some of its keys.
  private static let xterm = [
    "kcuu1": "\u{1B}OA", "kend": "\u{1B}OF", "kdch1": "\u{1B}[3~", "kRIT5": "\u{1B}[1;5C",
    "kLFT3": "\u{1B}[1;3D",
    "kf1": "\u{1B}OP",
  ]

  private static let latin = InputDecoder.Encoding.bytes { Unicode.Scalar($0) }
  private static let ascii = InputDecoder.Encoding.bytes { _ in nil }
}
