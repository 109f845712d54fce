import Cells
import Queries
import Records

/// A menu of fields, lists or formats.
public struct MenuScreen: Screen {
  package let schema: Schema
  private let purpose: Purpose
  private var selection = Selection()
  /// The order being built; nil until a field is added or removed.
  private var newOrder: ListOrder?
  var column: Range<Int>?
  /// Whether choices have numbers that make them at once.
  private(set) var isNumbered = false

  package enum Purpose: Hashable, Sendable {
    case order(ListOrder, keeping: RecordID?)
    case set(RowSet, RowCount)
    /// `selected` is the initial choice.
    case effects(heading: String, [EffectChoice], selected: Int)
    case shelf(RowSet, [String])
  }

  package init(schema: Schema, purpose: Purpose) {
    self.schema = schema
    self.purpose = purpose
    switch purpose {
    case .effects(_, _, let place): selection.place = place
    case .set: selection.place = 1
    case .order: break
    case .shelf: isNumbered = true
    }
    guard case .order(let order, _) = purpose, let field = order.field else { return }
    selection.place = fields.firstIndex(of: field).map { $0 + 1 } ?? 0
  }

  private init(_ schema: Schema, _ heading: String, _ choices: [EffectChoice]) {
    self.init(schema: schema, purpose: .effects(heading: heading, choices, selected: 0))
  }

  package static func values(of schema: Schema) -> MenuScreen {
    let authors = schema.authorField.map { _ in
      EffectChoice(name: QuestionWording.authors(schema), effect: .groups(.openAuthors))
    }
    let choices = schema.offeredFields.map {
      EffectChoice(name: FieldWording.choice($0, in: schema), effect: .openValues(schema.id, field: $0))
    }
    return MenuScreen(schema, QuestionWording.valuesHeading, [authors].compactMap(\.self) + choices)
  }

  /// The statuses of rows; that of a single row is selected.
  package static func statuses(
    _ field: Int, of rows: RowSet, holding held: Value?, _ schema: Schema
  ) -> MenuScreen {
    let status = schema.fields[field]
    func choice(_ name: String, _ value: Value) -> EffectChoice {
      EffectChoice(name: name, effect: .quick(.set(rows, of: schema.id, field: field, value)))
    }
    let names = status.kind.choices
    var choices = zip(numbered(names), names).map {
      choice($0, (try? status.value(of: $1, replacing: .null)) ?? .text(Text($1)))
    }
    if let null = try? status.null() { choices.append(choice("0 " + QuestionWording.none, null)) }
    let place = held.flatMap { names.firstIndex(of: status.text(of: $0)) } ?? 0
    let purpose = Purpose.effects(heading: status.label, choices, selected: place)
    var menu = MenuScreen(schema: schema, purpose: purpose)
    menu.isNumbered = true
    return menu
  }

  private static func numbered(_ names: [String]) -> [String] {
    names.enumerated().map { ($0 < 9 ? "\($0 + 1) " : "  ") + $1 }
  }

  package static func opening(_ lists: [ListChoice], _ schema: Schema) -> MenuScreen {
    let choices = lists.map { EffectChoice(name: $0.name, effect: .openList($0.source)) }
    return MenuScreen(schema, QuestionWording.referencesHeading, choices)
  }

  package static func adding(to lists: [ListChoice], _ schema: Schema) -> MenuScreen {
    let choices = lists.map { EffectChoice(name: $0.name, effect: .related(.add($0.source))) }
    return MenuScreen(schema, QuestionWording.addHeading, choices)
  }

  package static func copying(_ fields: [Int], of id: RecordID, _ schema: Schema) -> MenuScreen {
    let choices = fields.map {
      EffectChoice(name: schema.fields[$0].label, effect: .copyField(id, field: $0))
    }
    return MenuScreen(schema, QuestionWording.copyHeading, choices)
  }

  package static func copying(_ rows: RowSet, _ schema: Schema) -> MenuScreen {
    let columns = Set(schema.fields.map { $0.column.lowercased() })
    let isOfBooks = columns.isSuperset(of: ["title", "author"])
    let choices = CopyForm.allCases.filter { $0 != .bibtex || isOfBooks }.map {
      EffectChoice(name: Wording.name(of: $0), effect: .copyRows(rows, $0))
    }
    return MenuScreen(schema, QuestionWording.copyFormHeading, choices)
  }

  package var isOverlay: Bool { true }
  package var mode: Mode { .menu }
  package var bar: Bar? { nil }

  package var heading: String {
    switch purpose {
    case .order: QuestionWording.orderHeading
    case .set(_, let count): QuestionWording.setHeading(count, schema)
    case .effects(let heading, _, _): heading
    case .shelf: QuestionWording.shelfHeading
    }
  }

  private var shownOrder: ListOrder {
    if let newOrder { return newOrder }
    return if case .order(let order, _) = purpose { order } else { .own }
  }

  package func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch (action, purpose) {
    case (.mark, .order), (.reverseOrder, .order): true
    case (.mark, _), (.reverseOrder, _): false
    default: takes(action)
    }
  }

  package func takes(_ action: Action) -> Bool {
    if case .edit = action { isNumbered } else { action != .toggle }
  }

  private var settable: [Int] { Array(schema.fields.indices) + schema.joinedFields }

  /// Nil for the rule, which is above the fields.
  private var settableField: Int? { selected == 0 ? nil : settable[selected - 1] }

  private var fields: [Int] { schema.offeredFields }

  package var choices: [String] {
    switch purpose {
    case .set: [QuestionWording.byRule] + settable.map { schema.field(at: $0).label }
    case .effects(_, let choices, _): choices.map(\.name)
    case .order: orderChoices
    case .shelf(_, let shelves): Self.numbered(shelves) + ["0 " + QuestionWording.newShelf]
    }
  }

  private var orderChoices: [String] {
    let names = [QuestionWording.ownOrder] + fields.map { FieldWording.choice($0, in: schema) }
    let marks = names.indices.map { QuestionWording.mark(of: field($0), in: shownOrder) }
    let width = marks.reduce(1) { max($0, $1.count) }
    return zip(marks, names).map { mark, name in
      mark + String(repeating: " ", count: width - mark.count + 1) + name
    }
  }

  private func field(_ choice: Int) -> Int? { choice == 0 ? nil : fields[choice - 1] }

  package mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .open: return choose()
    case .edit(.insert(let number)): return choose(number: number)
    case .cancel: return .pop
    case .mark: toggle()
    case .reverseOrder: reverse()
    default: selection.perform(action, count: choices.count, height: layout.content.count)
    }
    return .nothing
  }

  private var selected: Int { selection.place }

  /// The table's own order removes all fields.
  private mutating func toggle() {
    guard case .order = purpose else { return }
    var order = shownOrder
    if let field = field(selected) { order.toggle(field) } else { order = .own }
    newOrder = order
  }

  private mutating func reverse() {
    guard case .order = purpose else { return }
    var order = shownOrder
    if let field = field(selected) {
      order.reverse(field)
    } else if order.terms.isEmpty {
      order = order.reversed
    }
    if order != shownOrder { newOrder = order }
  }

  /// The current order again is reversed; a field to set goes to its editor.
  private func choose() -> Outcome {
    switch purpose {
    case .effects(_, let choices, _): return Outcome(change: .pop, effects: [choices[selected].effect])
    case .shelf(let rows, let shelves):
      guard selected < shelves.count else { return .edit(Self.shelfField, holding: "") }
      return Outcome(change: .pop, effects: [.quick(.put(rows, of: schema.id, on: shelves[selected]))])
    case .set:
      guard let field = settableField else {
        let rule = Field(column: "", label: QuestionWording.rule(schema), kind: .text)
        return .edit(rule, holding: nil, help: RuleWording.rules(schema))
      }
      guard let related = schema.related(at: field) else {
        return .edit(schema.fields[field], holding: nil).adding(.checkIsChangeable(schema.id, field: field))
      }
      let label = QuestionWording.changing(related.field)
      return .edit(Field(column: related.field.column, label: label, kind: .text), holding: nil)
    case .order(_, let kept) where newOrder != nil:
      return Outcome(change: .pop, effects: [.order(shownOrder, keeping: kept)])
    case .order(let order, let kept):
      let chosen = ListOrder(field: field(selected))
      let new = chosen.field == order.field ? order.reversed : chosen
      return Outcome(change: .pop, effects: [.order(new, keeping: kept)])
    }
  }

  private static let shelfField = Field(
    column: "", label: QuestionWording.shelfHeading, kind: .text, isRequired: true)

  package var subject: Schema? { schema }

  package mutating func accept(_ value: Value, title: String?) -> Acceptance {
    if case .shelf(let rows, _) = purpose, case .text(let name) = value {
      return .done(.effect(.quick(.put(rows, of: schema.id, on: name.string))))
    }
    guard case .set(let rows, let count) = purpose else { return .done(.nothing) }
    guard let field = settableField else {
      let rule = if case .text(let text) = value { text.string } else { "" }
      return accept(rule: rule, rows)
    }
    if case .text(let text) = value, let rule = rule(text.string, for: field) {
      return accept(rule: rule, rows)
    }
    let effect = Effect.setRows(rows, field: field, value)
    if let related = schema.related(at: field) { return change(related.field, value, count, effect) }
    if count == .exactly(1) { return .done(.effect(effect)) }
    if !value.isNull, let problem = FieldWording.problem(settingMany: field, in: schema) {
      return .refused(problem)
    }
    let question = Message(QuestionWording.setQuestion(schema.fields[field], value, count, schema))
    let answers: [AlertScreen.Answer] = [.init("Cancel"), .init("Set", effects: [effect])]
    return .done(.push(AlertScreen(question, answers: answers)))
  }

  /// A rule in command syntax, with or without the field's name, is hardly a value; nil if it is none.
  private func rule(_ typed: String, for field: Int) -> String? {
    if typed.hasPrefix(":=") { return schema.field(at: field).column + typed }
    if let length = FieldRule.nameLength(in: typed, schema), typed.dropFirst(length).hasPrefix(":=") {
      return typed
    }
    if (try? FieldRule(typed, in: schema)) ?? nil != nil { return typed }
    let name = schema.field(at: field).column
    // As a value, "sf=science fiction" would be a list or a shelf of that name.
    let texts = schema.related(at: field) != nil ? [name + typed, name + ":" + typed] : [name + typed]
    guard schema.related(at: field) != nil || schema.fields[field].kind == .list else { return nil }
    return texts.first { (try? FieldRule($0, in: schema))?.field == field }
  }

  private func accept(rule typed: String, _ rows: RowSet) -> Acceptance {
    do throws(RuleProblem) {
      guard try FieldRule(typed, in: schema, takesValues: true) != nil else {
        return .refused(RuleWording.noRule(typed, schema))
      }
      // The text stays below the preview, and Esc goes back to it.
      return .waits([.rule(.preview(rows, typed))])
    } catch {
      return .refused(.problem(RuleWording.sentence(error, in: schema)))
    }
  }

  private func change(_ field: Field, _ value: Value, _ count: RowCount, _ effect: Effect) -> Acceptance {
    let typed = field.text(of: value)
    guard typed.contains(where: { $0.isLetter || $0.isNumber }) else {
      return .refused(QuestionWording.partMissing(field))
    }
    if count == .exactly(1) { return .done(.effect(effect)) }
    let question = Message(QuestionWording.changeQuestion(field, typed, count, schema))
    let answers: [AlertScreen.Answer] = [.init("Cancel"), .init("Set", effects: [effect])]
    return .done(.push(AlertScreen(question, answers: answers)))
  }

  /// With numbers before the choices, also makes the choice, if the letter is no key and begins no other one.
  package mutating func select(choice letter: Character) -> Outcome? {
    guard let next = box.next(beginningWith: letter) else { return nil }
    selection.place = next
    let isKey = KeyTable.action(for: .character(letter), in: .menu) != nil
    return isNumbered && !isKey && box.next(beginningWith: letter) == next ? choose() : .nothing
  }

  private mutating func choose(number: String) -> Outcome {
    guard let place = choices.firstIndex(where: { $0.hasPrefix(number + " ") }) else { return .nothing }
    selection.place = place
    return choose()
  }

  private var box: ChoiceBox {
    ChoiceBox(heading: heading, choices: choices, selected: selected, beside: column)
  }

  package func draw(on frame: inout Frame, layout: Layout) { box.draw(on: &frame, layout: layout) }
}

/// The format in which rows are copied.
public enum CopyForm: String, CaseIterable, Hashable, Sendable {
  case title
  case tsv
  case csv
  case json
  case markdown
  case bibtex
  case insert
}

package struct EffectChoice: Hashable, Sendable {
  let name: String
  let effect: Effect
}

/// A list that a menu opens.
public struct ListChoice: Hashable, Sendable {
  package var name: String
  package var source: ListSource

  package init(name: String, source: ListSource) { (self.name, self.source) = (name, source) }
}
