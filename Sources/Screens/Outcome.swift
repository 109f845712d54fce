import Records

/// A screen's answer to a key; changes of the stack are returned, never made while a key is handled.
package struct Outcome: Sendable {
  package var change = Change.none
  package var effects: [Effect] = []

  package enum Change: Sendable {
    case none
    case push(any Screen)
    case pop
    /// Passes on the input that opened the editor.
    case edit(any Screen, FieldStart)
    case replace(any Screen)
    case popBoth
    /// Pops the prompt first.
    case run(TypedCommand)
    case offer(Value)
  }

  package static let nothing = Outcome()
  package static let pop = Outcome(change: .pop)

  package static func push(_ screen: any Screen, _ effects: Effect...) -> Outcome {
    Outcome(change: .push(screen), effects: effects)
  }

  package static func replace(_ screen: any Screen, _ effects: Effect...) -> Outcome {
    Outcome(change: .replace(screen), effects: effects)
  }

  /// Pushes the editor for a field, or says why there is none.
  package static func edit(
    _ field: Field, holding value: Value?, writtenAs held: Value? = nil, isInForm: Bool = false,
    help: String? = nil, _ start: FieldStart = .opened
  ) -> Outcome {
    // A field that cannot be typed takes a file; a computed field takes nothing.
    if field.isGenerated { return .effect(.say(FieldWording.problem(.notEditable, in: field))) }
    let screen = FieldEditor.screen(
      for: field, holding: value, writtenAs: held, isInForm: isInForm, help: help)
    let change = Change.edit(screen, start)
    guard screen is FileScreen else { return Outcome(change: change) }
    let isTold = value.map { !$0.isNull && !field.kind.isBytes } ?? false
    let note = isTold ? value.map { [Effect.say(FieldWording.takesFile(field, $0))] } ?? [] : []
    return Outcome(change: change, effects: [.listFolder("")] + note)
  }

  package func adding(_ effect: Effect) -> Outcome {
    if case .none = change { self } else { Outcome(change: change, effects: effects + [effect]) }
  }

  package static func effect(_ effects: Effect...) -> Outcome { Outcome(effects: effects) }
}

/// How a screen responds to a value offered by the screen above.
package enum Acceptance: Sendable {
  case refused(Message)
  case waits([Effect])
  /// The screen above is popped.
  case taken(Outcome)
  case done(Outcome)
}
