import Cells

@testable import CursesTerminal

/// The keys of an xterm in application mode, of which `kdch1` and the arrows with Control are enough here.
private func xterm(_ name: String) -> [UInt8]? {
  let sequences = [
    "kcuu1": "\u{1B}OA", "kend": "\u{1B}OF", "kdch1": "\u{1B}[3~", "kRIT5": "\u{1B}[1;5C",
    "kLFT3": "\u{1B}[1;3D",
  ]
  return sequences[name].map { Array($0.utf8) }
}

func decoder(_ encoding: InputDecoder.Encoding = .utf8, pasteLimit: Int = 1000) -> InputDecoder {
  InputDecoder(sequences: KeySequences(sequence: xterm), encoding: encoding, pasteLimit: pasteLimit)
}

/// All events of the bytes, the last of them after a silence.
func events(of bytes: [UInt8], in start: InputDecoder = decoder()) -> [Event] {
  var decoder = start
  decoder.feed(bytes)
  var events: [Event] = []
  while let event = decoder.next() { events.append(event) }
  if decoder.patience != nil, let event = decoder.giveUp() { events.append(event) }
  while let event = decoder.next() { events.append(event) }
  return events
}

func events(of text: String) -> [Event] { events(of: Array(text.utf8)) }

/// Test arguments are printed, so they have `␛` where an escape is meant.
func escaped(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "␛" ? "\u{1B}" : $0 }))
}

func keys(_ keys: Key...) -> [Event] { keys.map { .key($0) } }
