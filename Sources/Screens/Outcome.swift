import Records

/// A screen's answer to a key: the effects it asks for, and how the stack changes.
///
/// Changes of the stack are returned, never made while a key is being handled.
package struct Outcome: Sendable {
  package var change = Change.none
  package var effects: [Effect] = []

  package init(change: Change = .none, effects: [Effect] = []) {
    (self.change, self.effects) = (change, effects)
  }

  /// A change of the stack.
  package enum Change: Sendable {
    case none
    case push(any Screen)
    case pop
    /// Opens the editor of a field, and passes on what opened it.
    case edit(any Screen, FieldStart)
    /// Replaces the top screen.
    case replace(any Screen)
    /// Pops the top screen and the one below it.
    case popBoth
    /// Pops the top screen, and runs the command that was typed there.
    case run(TypedCommand)
    /// Offers a value for the field that the screen below asked for.
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

  /// Pushes the editor for a field with its initial value, or says why there is none.
  package static func edit(
    _ field: Field, holding value: Value?, writtenAs held: Value? = nil, isInForm: Bool = false,
    help: String? = nil, _ start: FieldStart = .opened
  ) -> Outcome {
    // A value that cannot be typed comes from a file; a computed field cannot be set at all.
    if field.isGenerated { return .effect(.say(FieldWording.problem(.notEditable, in: field))) }
    let screen = FieldEditor.screen(
      for: field, holding: value, writtenAs: held, isInForm: isInForm, help: help)
    let change = Change.edit(screen, start)
    guard screen is FileScreen else { return Outcome(change: change) }
    let isTold = value.map { !$0.isNull && !field.kind.isBytes } ?? false
    let note = isTold ? value.map { [Effect.say(FieldWording.takesFile(field, $0))] } ?? [] : []
    return Outcome(change: change, effects: [.listFolder("")] + note)
  }

  /// The same outcome, with one more effect if it changes the stack.
  package func adding(_ effect: Effect) -> Outcome {
    if case .none = change { self } else { Outcome(change: change, effects: effects + [effect]) }
  }

  package static func effect(_ effects: Effect...) -> Outcome { Outcome(effects: effects) }
}
