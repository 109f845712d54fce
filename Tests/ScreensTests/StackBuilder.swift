import Cells
import Records
import Screens
import Testing

/// A stack over a few books, whose rows and records come from an array, so that a test can press keys and look at frames.
///
/// It gives the rows of what was typed and sorted, but sorts nothing, and it saves what an editor asks to save. Whatever
/// else a screen asks for is in `effects`, and a test gives the answer itself.
struct StackBuilder {
  var stack: ScreenStack
  let schema: Schema
  var books: [RecordSnapshot]
  /// The books as they were at first.
  let written: [RecordSnapshot]
  var effects: [Effect] = []
  var order = ListOrder.own
  var filter = ""
  var columns: [Int] = []
  /// How many of the columns are shown only where there is room.
  var extraCount = 0
  /// The value of a row's related fields.
  var related: [RecordID: Value] = [:]
  /// The places whose rows are not there yet.
  var missing: Set<Int> = []
  /// What the inspector is told, if it is open.
  var inspectorState = InspectorState()
  var account = SessionAccount()
  /// Whether the numbers of rows are known.
  var isCounted = true

  init(
    _ books: [[Value]] = Self.sample, _ size: Size = .usual, _ keys: String = "", isReadOnly: Bool = false,
    schema: Schema = .books
  ) {
    self.schema = schema
    self.books = books.enumerated().map {
      RecordSnapshot(id: .rowid(Int64($0 + 1)), values: $1, state: .known)
    }
    written = self.books
    stack = ScreenStack(schema: schema, size: size, isReadOnly: isReadOnly)
    stack.today = CalendarDate(year: 1971, month: 1, day: 1)
    answer([])
    press(keys)
  }

  init(_ size: Size, _ keys: String = "") { self.init(Self.sample, size, keys) }

  static let sample: [[Value]] = [
    ["War and Peace", .real(-3_153_600_000), "Leo Tolstoy"],
    ["Mac OS X Internals", .real(1_166_832_000), "Amit Singh"],
    ["The Divine Comedy", .real(-20_466_864_000), "Dante Alighieri"],
  ]

  static func volumes(_ count: Int) -> [[Value]] {
    (1...count).map { [.text(Text("Volume \($0)")), .null, .null] }
  }

  // MARK: - What a person does and sees

  /// Presses keys, as `Key.keys` reads them, and expects where they lead, what they ask for last, and what is then shown.
  mutating func press(
    _ keys: String, to mode: Mode? = nil, at place: Int? = nil, asks effect: Effect? = nil,
    shows texts: String..., hides others: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    press(Key.keys(keys))
    if let mode { #expect(stack.mode == mode, sourceLocation: sourceLocation) }
    if let place { #expect(stack.selectedPlace == place, sourceLocation: sourceLocation) }
    if let effect { #expect(effects.last == effect, sourceLocation: sourceLocation) }
    stack.expect(texts, hides: others, sourceLocation)
  }

  mutating func press(_ keys: [Key]) {
    for key in keys { answer(stack.press(key)) }
  }

  /// Expects texts on the screen, and others not to be there.
  func shows(
    _ texts: String..., hides others: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) { stack.expect(texts, hides: others, sourceLocation) }

  mutating func paste(_ text: String) { answer(stack.paste(text)) }

  /// Gives the editor on top what another program has made of its text.
  mutating func takeEdited(_ text: String) { answer(stack.takeEdited(text)) }

  /// Lets the cursor rest, as if no key came for a while.
  mutating func rest() { answer(stack.rest()) }

  mutating func receive(_ update: Update) { stack.receive(update) }

  mutating func resize(_ columns: Int, _ rows: Int) {
    stack.resize(Size(columns, rows))
    answer([])
  }

  var mode: Mode { stack.mode }
  var text: String { stack.text }
  var lines: [Substring] { stack.lines }
  var message: String? { stack.message?.text }

  /// The title of the selected book.
  var selectedTitle: String? {
    let shown = shown
    guard shown.indices.contains(stack.selectedPlace) else { return nil }
    return schema.fields[0].text(of: shown[stack.selectedPlace].values[0])
  }

  // MARK: - What it is told

  /// Shows columns beside the titles.
  mutating func show(columns: [Int]) {
    self.columns = columns
    answer([])
  }

  /// The books that have all words of the filter.
  private var shown: [RecordSnapshot] {
    let words = filter.lowercased().split(separator: " ")
    return books.filter { book in
      let texts = zip(schema.fields, book.values).map { $0.text(of: $1).lowercased() }
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
  }

  mutating func answer(_ effects: [Effect]) {
    self.effects += effects
    for effect in effects { answer(effect) }
    let (places, shown) = (stack.needs.visiblePlaces, shown)
    let others = [order.field].compactMap { $0 }.filter { $0 != 0 && !columns.contains($0) }
    let fields = columns + others + schema.fields(besides: columns)
    let rows = shown.indices.filter(places.contains).map { place in
      let (book, isMissing) = (shown[place], missing.contains(place))
      let values = fields.map { field -> ShownValue in
        book.values.indices.contains(field) ? .value(book.values[field]) : .value(related[book.id] ?? .null)
      }
      return isMissing ? nil : ListRow(id: book.id, title: book.values[0], state: book.state, values: values)
    }
    let found = isCounted ? RowCount.exactly(shown.count) : .atLeast(shown.count)
    var window = ListWindow(
      start: places.lowerBound, rows: rows, count: found, order: order, filter: filter, columns: columns,
      fields: fields)
    window.extraCount = extraCount
    stack.receive(.window(window))
    stack.meter = Meter(
      count: isCounted ? .exactly(books.count) : .atLeast(books.count), found: filter.isEmpty ? nil : found,
      hydrated: books.count { $0.state != .known }, dirty: books.count { $0.state == .dirty },
      byteCount: 104 * books.count { $0.state != .known }, canUndo: true)
    if stack.needs.inspectorPage != nil { stack.receive(.account(account)) }
    if stack.needs.inspector != nil { stack.receive(.inspector(inspectorState)) }
  }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .look(let id):
      change(id) {
        if $0.state == .known { $0.state = .hydrated }
      } then: {
        .record($0)
      }
    case .lookAtNeighbor(let id, let offset):
      guard let place = books.firstIndex(where: { $0.id == id }), books.indices.contains(place + offset)
      else { return }
      stack.receive(.neighbor(books[place + offset]))
    case .set(let id, let field, let value):
      change(id) {
        ($0.values[field], $0.state) = (value, .dirty)
      } then: {
        .accepted($0)
      }
      stack.message = Message("Saved \(schema.fields[field].label).")
    case .insert(let values, _):
      books.append(RecordSnapshot(id: .rowid(Int64(books.count + 1)), values: values, state: .hydrated))
      stack.receive(.inserted(books[books.count - 1]))
    case .showColumns(let columns): self.columns = columns
    case .order(let order, let kept):
      self.order = order
      select(kept)
    case .find(let words, let kept):
      filter = words
      select(kept)
    case .goOn(let step): answer(stack.goOn(step))
    case .say(let message): stack.message = message
    default: break
    }
  }

  private mutating func change(
    _ id: RecordID, _ change: (inout RecordSnapshot) -> Void, then update: (RecordSnapshot) -> Update
  ) {
    guard let place = books.firstIndex(where: { $0.id == id }) else { return }
    change(&books[place])
    stack.receive(update(books[place]))
  }

  private mutating func select(_ id: RecordID?) {
    stack.receive(.selected(shown.firstIndex { $0.id == id } ?? 0))
  }
}

extension ScreenStack {
  /// A list of books over which a screen is opened, and keys that are pressed there.
  static func opening(
    _ size: Size = .usual, keys: String = "", _ open: (inout ScreenStack) -> Void
  ) -> ScreenStack {
    var stack = StackBuilder(size).stack
    open(&stack)
    stack.press(keys)
    return stack
  }

  /// Presses keys, as `Key.keys` reads them, and expects where they lead and what is then shown; gives what they ask for.
  @discardableResult
  mutating func press(
    _ keys: String, to mode: Mode? = nil, shows texts: String..., hides others: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Effect] {
    let effects = Key.keys(keys).flatMap { press($0) }
    if let mode { #expect(self.mode == mode, sourceLocation: sourceLocation) }
    expect(texts, hides: others, sourceLocation)
    return effects
  }

  /// The stack after some keys.
  func pressing(_ keys: String) -> ScreenStack {
    var stack = self
    stack.press(keys)
    return stack
  }

  var text: String { frame().textPlane }

  /// The rows of the screen, which have their blanks.
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The rows of the screen as the signs of their roles.
  var roles: [Substring] { frame().rolePlane.split(separator: "\n") }

  /// The first place of a text on the screen, or in the rows from a given one.
  func position(of text: String, from first: Int = 0) -> Position? {
    let lines = lines
    for row in lines.indices.dropFirst(first) {
      guard let found = lines[row].firstRange(of: text) else { continue }
      return Position(
        column: lines[row].distance(from: lines[row].startIndex, to: found.lowerBound), row: row)
    }
    return nil
  }

  /// Expects texts on the screen, and others not to be there.
  func shows(
    _ texts: String..., hides others: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) { expect(texts, hides: others, sourceLocation) }

  fileprivate func expect(_ texts: [String], hides others: [String], _ sourceLocation: SourceLocation) {
    guard !(texts + others).isEmpty else { return }
    let text = text
    for part in texts {
      #expect(text.contains(part), "“\(part)” is not on the screen:\n\(text)", sourceLocation: sourceLocation)
    }
    for part in others {
      #expect(!text.contains(part), "“\(part)” is on the screen:\n\(text)", sourceLocation: sourceLocation)
    }
  }
}

extension Key {
  private static let signs: [Character: Key] = [
    "⏎": .enter, "⎋": .escape, "⇥": .tab, "⇤": .backTab, "⌫": .backspace, "⌦": .delete, "↑": .up, "↓": .down,
    "←": .left, "→": .right, "⇱": .home, "⇲": .end, "⇞": .pageUp, "⇟": .pageDown, "①": .f1,
  ]

  /// The keys of a text: a character is its own key, a sign stands for another one, and ⌃ and ⌥ are held with the next.
  static func keys(_ text: String) -> [Key] {
    var (keys, held): ([Key], Character?) = ([], nil)
    for character in text {
      if let modifier = held {
        keys.append(modifier == "⌃" ? .control(character) : .alt(character))
        held = nil
      } else if "⌃⌥".contains(character) {
        held = character
      } else {
        keys.append(signs[character] ?? .character(character))
      }
    }
    return keys
  }
}
