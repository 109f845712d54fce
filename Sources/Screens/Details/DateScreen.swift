import Cells
import Records

/// Edits a date, by typing or by picking its parts; a time of day can only be typed.
struct DateScreen: EditorScreen {
  var editor: FieldEditor
  private var part: CalendarDate.Part?
  private var digits = ""

  init(editor: FieldEditor) { self.editor = editor }

  var mode: Mode { part == nil ? .dateText : .datePart }

  private var reading: Result<Value, FieldError>? {
    guard !editor.isNull, !editor.line.text.isEmpty else { return nil }
    do {
      return .success(try editor.value())
    } catch {
      return .failure(error)
    }
  }

  private var typed: DateTimeText? { hasOddText ? nil : try? DateTimeText(typed: editor.dated()) }

  private var hasOddText: Bool {
    let (field, original) = (editor.field, editor.original)
    return field.date(of: original) == nil && editor.line.text == field.text(of: original)
  }

  /// The typed date; if only a time is typed, the original date.
  private var date: CalendarDate? {
    guard !editor.isNull, let typed else { return nil }
    return typed.date ?? editor.field.date(of: editor.original)
  }

  private mutating func replace(_ date: CalendarDate) {
    editor.replace(typed?.text(on: date) ?? date.description)
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return leave()
    case .save: return save()
    case .proceed(let step): return save(then: step)
    case .setNull: editor.setNull()
    case .edit(let action): editor.edit(action)
    case .nextPart(let offset): choosePart(offset)
    case .step(let count): step(count)
    case .today: if let today = editor.today { replace(today) }
    case .editExternally: return .effect(.editExternally(editor.line.text))
    default: break
    }
    return .nothing
  }

  private mutating func choosePart(_ offset: Int) {
    let stops: [CalendarDate.Part?] = [nil, .year, .month, .day]
    let index = stops.firstIndex(of: part) ?? 0
    part = stops[(index + offset + stops.count) % stops.count]
    digits = ""
  }

  private mutating func step(_ count: Int) {
    if let date {
      digits = ""
      replace(date.stepped(part ?? .day, by: count))
    } else if editor.line.text.isEmpty, let today = editor.today {
      replace(today)
    }
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    if let part, date != nil, !isPaste {
      // Other characters are ignored; a Tab leads to the text.
      if !type(digits + text, into: part) { _ = type(text, into: part) }
      return .nothing
    }
    part = nil
    editor.insert(text, isPaste: isPaste)
    return .nothing
  }

  private mutating func type(_ digits: String, into part: CalendarDate.Part) -> Bool {
    guard let date, let number = Int(digits) else { return false }
    let year = part == .year ? number : date.year
    let month = part == .month ? number : date.month
    guard (1...12).contains(month) else { return false }
    let lastDay = CalendarDate.dayCount(ofMonth: month, year: year)
    let day = part == .day ? number : min(date.day, lastDay)
    guard let new = CalendarDate(year: year, month: month, day: day) else { return false }
    replace(new)
    self.digits = digits
    return true
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .refused(let message): editor.problem = message
    case .written: editor.noteWritten()
    default: break
    }
  }

  mutating func take(_ text: String) -> Bool {
    part = nil
    return editor.take(text)
  }

  private var shown: FieldEditor {
    var shown = editor
    if case .failure(let error)? = reading { shown.problem = FieldWording.problem(error, in: editor.field) }
    return shown
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let row = shown.draw(on: &frame, layout: layout, note: note)
    if part != nil { frame.cursor = nil }
    drawParts(on: &frame, column: layout.fieldIndent, row: row + 1, end: layout.content.upperBound)
  }

  func rowCount(width: Int) -> Int { shown.rowCount(width: width, note: note) + 2 }

  func drawInside(_ frame: inout Frame) {
    let row = shown.draw(on: &frame, note: note)
    if part != nil { frame.cursor = nil }
    drawParts(on: &frame, column: 0, row: row, end: frame.size.rows)
  }

  private var note: String {
    guard case .success(let value)? = reading, let moment = editor.field.dateTime(of: value)
    else { return editor.noted("") }
    return editor.noted(FieldWording.moment(moment, value, in: editor.field))
  }

  private func drawParts(on frame: inout Frame, column: Int, row: Int, end: Int) {
    guard row + 1 < end else { return }
    var column = column
    let parts: [(CalendarDate.Part, String, Int?)] = [
      (.year, "Year", date?.year), (.month, "Month", date?.month), (.day, "Day", date?.day),
    ]
    for (part, name, number) in parts {
      let width = max(name.count, 5)
      frame.write(name, at: Position(column: column, row: row), width: width, role: .label)
      let role: Role = part == self.part ? .selected : .content
      let text = " " + (number.map(String.init) ?? "–") + " "
      frame.write(text, at: Position(column: column, row: row + 1), width: width + 1, role: role)
      column += width + 3
    }
  }
}
