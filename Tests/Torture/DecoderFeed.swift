import Cells
import CursesTerminal

/// A decoder with what it is given, and what comes of it.
struct DecoderFeed {
  private var decoder: InputDecoder
  /// What came of it, but that of bytes in a row that are no characters only one is told.
  private(set) var events: [Event] = []
  private(set) var replies: [TerminalReply] = []
  /// What it did that no decoder may do.
  private(set) var fault: String?
  /// What it was given; nil is a silence.
  private var given: [[UInt8]?] = []
  /// How many events there can be.
  private var eventLimit = 0

  init(_ decoder: InputDecoder) { self.decoder = decoder }

  /// Gives it bytes at once.
  mutating func feed(_ bytes: some Collection<UInt8>) {
    given.append(Array(bytes))
    eventLimit += bytes.count
    decoder.feed(bytes)
    drain()
  }

  /// Lets the time pass that it waits for more.
  mutating func pause() {
    guard decoder.patience != nil else { return }
    given.append(nil)
    eventLimit += 1
    take(decoder.giveUp())
    drain()
  }

  /// Lets so much time pass that it awaits nothing any more.
  mutating func rest() {
    for _ in 0..<8 { pause() }
    if decoder.patience != nil { fault = "it never stops waiting" }
  }

  private mutating func drain() {
    while fault == nil, let event = decoder.next() { take(event) }
    replies += decoder.takeReplies()
  }

  private mutating func take(_ event: Event?) {
    guard let event else { return }
    eventLimit -= 1
    if eventLimit < 0 { fault = "it makes more events than there are bytes" }
    if event == .refused(.unreadableKey), events.last == event { return }
    events.append(event)
  }

  /// What a person would have typed or pasted, of which parts of a paste are one.
  var typed: [Event] { Self.typed(events) }

  /// Those of events that a person types or pastes.
  static func typed(_ events: [Event]) -> [Event] {
    events.reduce(into: []) { typed, event in
      switch event {
      case .paste(let text):
        if case .paste(let before)? = typed.last {
          typed[typed.count - 1] = .paste(before + text)
        } else {
          typed.append(event)
        }
      case .key(.character), .refused(.longPaste), .refused(.unreadablePaste): typed.append(event)
      default: break
      }
    }
  }

  /// What it was given, as in C, a bar between what came at once; dots are silences.
  var account: String { given.map { $0.map(Self.text) ?? "…" }.joined(separator: " | ") }

  private static func text(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(200).map { byte in
      32...126 ~= byte && byte != UInt8(ascii: "\\")
        ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return shown.joined() + (bytes.count > 200 ? "[\(bytes.count) bytes]" : "")
  }
}
