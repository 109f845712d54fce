import Cells
import Records

/// A field with the text that is being typed for it: what the editors of texts and of dates share.
struct FieldEditor: Hashable, Sendable {
  let field: Field
  let original: Value
  var line: LineEditor
  private(set) var isNull: Bool
  /// Whether a text must be typed, or NULL chosen, before there is something to save.
  private var isUndecided = false
  /// What is wrong with the text, once somebody tried to save it.
  var problem: Message?
  /// Whether the text is shown in lines.
  var isLong: Bool
  /// The first row of a text in lines that is shown.
  var top = WrappedText.Place()
  /// The column that the cursor goes for from line to line.
  var goal: Int?

  init(field: Field, value: Value) {
    self.field = field
    original = value
    isNull = value.isNull
    line = LineEditor(field.text(of: value))
    isLong = field.kind == .longText
    showLines()
  }

  /// Edits a field of many records, which have no value in common to begin with.
  init(field: Field) {
    // Of numbers and dates, which have no empty value, an empty text means NULL.
    self.init(field: field, value: field.kind.isText ? "" : .null)
    isNull = false
    isUndecided = true
  }

  var bar: Bar { Bar(left: .init("Cancel"), title: field.label, right: .init("Save")) }

  /// The value of what is typed.
  func value() throws(FieldError) -> Value {
    if isNull { return try field.null() }
    // Where NULL was typed over, an empty text is meant as one; numbers and dates have no empty value.
    let isText = original.isNull && field.kind.isText
    return try field.value(of: line.text, replacing: isText ? "" : original)
  }

  /// Offers the value, or says why there is none.
  mutating func save() -> Outcome {
    guard !isUndecided else {
      problem = Wording.undecided
      return .nothing
    }
    do {
      return Outcome(change: .offer(try value()))
    } catch {
      problem = Wording.problem(error, in: field)
      return .nothing
    }
  }

  mutating func setNull() {
    do {
      _ = try field.null()
      line = LineEditor("")
      isNull = true
      isUndecided = false
      problem = nil
    } catch {
      problem = Wording.problem(error, in: field)
    }
  }

  mutating func edit(_ action: LineEditor.Action) {
    problem = nil
    goal = nil
    line.apply(action)
    settle()
  }

  mutating func insert(_ text: String, isPaste: Bool) {
    problem = nil
    goal = nil
    if !isPaste {
      line.apply(.insert(text))
    } else if isLong {
      line.insert(pastedLines: text)
    } else {
      line.insert(pasted: text)
    }
    settle()
  }

  /// Puts a text in place of what was typed.
  mutating func replace(_ text: String) {
    problem = nil
    line = LineEditor(text)
    isNull = false
    isUndecided = false
    (top, goal) = (WrappedText.Place(), nil)
    showLines()
  }

  /// Takes what the person's editor has made of the text, and says what is wrong with it.
  mutating func take(_ text: String) {
    guard !text.utf8.elementsEqual(line.text.utf8) else { return }
    replace(text)
    do {
      _ = try value()
    } catch {
      problem = Wording.problem(error, in: field)
    }
  }

  /// Shows a text in lines if it has some.
  private mutating func showLines() {
    if field.kind == .text, line.text.utf8.contains(0x0A) { isLong = true }
  }

  private mutating func settle() {
    guard !line.text.isEmpty else { return }
    isNull = false
    isUndecided = false
  }

  /// Draws the text with the cursor in it, and below it what is wrong or else `note`.
  ///
  /// - Returns: the row after the last one that was drawn on.
  @discardableResult
  func draw(on frame: inout Frame, layout: Layout, note: String = "") -> Int {
    let indent = layout.fieldIndent
    let width = frame.size.columns - indent - layout.margin
    let row = layout.content.lowerBound + (layout.content.count >= 4 ? 1 : 0)
    let position = Position(column: indent, row: row)
    line.draw(on: &frame, at: position, width: width, role: .content)
    if isNull {
      frame.write(Wording.null, at: position, width: width, role: .dim)
      frame.cursor = position
    }
    guard layout.content.contains(row + 1) else { return row + 1 }
    let below = Wrap.lines(of: problem?.text ?? note, width: max(1, width), limit: 2)
    for (row, line) in zip((row + 1)..<layout.content.upperBound, below) {
      let role: Role = problem == nil ? .dim : .error
      frame.write(line, at: Position(column: indent, row: row), width: width, role: role)
    }
    return row + 1 + below.count
  }
}
