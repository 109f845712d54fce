import Cells
import Records
import Screens

/// A stack over a few books that answers its own effects, so that a test can press keys and look at frames.
struct StackBuilder {
  var stack: ScreenStack
  var books: [RecordSnapshot]
  var effects: [Effect] = []

  init(_ books: [[Value]] = Self.sample, columns: Int = 80, rows: Int = 24, isReadOnly: Bool = false) {
    self.books = books.enumerated().map {
      RecordSnapshot(id: .rowid(Int64($0 + 1)), values: $1, state: .known)
    }
    stack = ScreenStack(
      schema: .books, size: Size(columns: columns, rows: rows), isReadOnly: isReadOnly)
    answer([])
  }

  static let sample: [[Value]] = [
    ["War and Peace", .real(-3_153_600_000), "Leo Tolstoy"],
    ["Mac OS X Internals", .real(1_166_832_000), "Amit Singh"],
    ["The Divine Comedy", .real(-20_466_864_000), "Dante Alighieri"],
  ]

  mutating func press(_ keys: Key...) { press(keys) }

  mutating func press(_ keys: [Key]) {
    for key in keys { answer(stack.press(key)) }
  }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  mutating func resize(_ columns: Int, _ rows: Int) {
    stack.resize(Size(columns: columns, rows: rows))
    answer([])
  }

  mutating func answer(_ effects: [Effect]) {
    self.effects += effects
    for effect in effects { answer(effect) }
    let places = stack.visiblePlaces
    let shown = books.indices.filter(places.contains).map {
      ListRow(id: books[$0].id, title: books[$0].values[0], state: books[$0].state)
    }
    stack.receive(.window(ListWindow(start: places.lowerBound, rows: shown, count: .exactly(books.count))))
    stack.meter = Meter(
      count: .exactly(books.count), hydrated: books.count { $0.state != .known },
      dirty: books.count { $0.state == .dirty }, byteCount: 104 * books.count { $0.state != .known })
  }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .look(let id):
      guard let index = books.firstIndex(where: { $0.id == id }) else { return }
      if books[index].state == .known { books[index].state = .hydrated }
      stack.receive(.record(books[index]))
    case .set(let id, let field, let value):
      guard let index = books.firstIndex(where: { $0.id == id }) else { return }
      books[index].values[field] = value
      books[index].state = .dirty
      stack.receive(.accepted(books[index]))
      stack.message = Message("Saved \(Schema.books.fields[field].label).")
    case .delete(let id):
      books.removeAll { $0.id == id }
      stack.receive(.deleted(id))
    case .insert(let values):
      books.append(RecordSnapshot(id: .rowid(Int64(books.count + 1)), values: values, state: .hydrated))
      stack.receive(.inserted(books[books.count - 1]))
      stack.receive(.selected(books.count - 1))
    case .jump: stack.receive(.selected(books.count - 1))
    case .askToday: stack.receive(.today(86_400 * 365))
    case .say(let message): stack.message = message
    case .deleteRows, .setRows, .hydrate, .order, .find, .findNext, .cancelWork: break
    case .lookAtNeighbor, .memoryWarning, .redraw, .suspend, .quit, .quitDiscarding: break
    }
  }
}
