import Cells
import SeededRandom

/// Events of all kinds, most of them keys that do something.
enum EventSource {
  static func next(_ texts: [String], using generator: inout SeededGenerator) -> [Event] {
    switch Int.random(in: 0..<200, using: &generator) {
    case 0: return [.paste(texts.randomElement(using: &generator) ?? "")]
    case 1: return [.resized(size(using: &generator))]
    case 2: return [.signal(.memoryWarning)]
    case 3: return [.continued]
    case 4: return [.woken]
    case 5: return (texts.randomElement(using: &generator) ?? "").prefix(40).map { .key(.character($0)) }
    case 6: return [.key(.character("/"))] + ["a", "1"].map { .key(.character($0)) }
    // Time for what goes on away from the keys.
    case 7...12: return [.woken, .woken, .woken]
    case 14...18:
      let place = Position(
        column: .random(in: -1...120, using: &generator), row: .random(in: -1...40, using: &generator))
      let kinds: [MouseEvent.Kind] = [.press, .press, .press, .press, .wheel(1), .drag, .release]
      return [.mouse(MouseEvent(kinds.randomElement(using: &generator) ?? .press, at: place))]
    case 13: return Array(repeating: .key(.escape), count: 4)
    default: return [.key(key(using: &generator))]
    }
  }

  /// Mostly as people have them, now and then as small or as large as can be.
  private static func size(using generator: inout SeededGenerator) -> Size {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      Size(columns: .random(in: 1...300, using: &generator), rows: .random(in: 1...100, using: &generator))
    case 1...2:
      Size(columns: .random(in: 1...12, using: &generator), rows: .random(in: 1...8, using: &generator))
    default:
      Size(columns: .random(in: 20...100, using: &generator), rows: .random(in: 4...30, using: &generator))
    }
  }

  private static func key(using generator: inout SeededGenerator) -> Key {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...3: named.randomElement(using: &generator) ?? .enter
    case 4: .control(letters.randomElement(using: &generator) ?? "a")
    case 5: Bool.random(using: &generator) ? .alt(letters.randomElement(using: &generator) ?? "a") : .enter
    default: .character(characters.randomElement(using: &generator) ?? "?")
    }
  }

  private static let named: [Key] = [
    .enter, .enter, .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .down, .left, .right,
    .right,
    .home, .end, .pageUp, .pageDown,
  ]
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz@[\\]^_")
  /// All that a keyboard has, and some that it has not; what writes a file is left out.
  static let characters =
    (32...126).compactMap { Unicode.Scalar($0).map(Character.init) }
    .filter { $0 != "w" && $0 != "q" } + ["é", "日", "👨‍👩‍👧‍👦", "e\u{301}", "ﷺ", "\u{202E}"]
}
