import Records

/// What a screen answers to a key: what is wanted of the world and of the stack.
///
/// A change of the stack is returned, never made while a key is being handled.
struct Outcome: Hashable, Sendable {
  var change = Change.none
  var effects: [Effect] = []

  /// A change of the stack.
  enum Change: Hashable, Sendable {
    case none
    case push(Screen)
    case pop
    /// The top screen goes with the one below it.
    case popBoth
    /// The top screen offers a value for the field that the screen below asked for.
    case offer(Value)
  }

  static let nothing = Outcome()
  static let pop = Outcome(change: .pop)

  static func push(_ screen: Screen, _ effects: Effect...) -> Outcome {
    Outcome(change: .push(screen), effects: effects)
  }

  /// Pushes the editor for a field, with what it needs to begin, or says why there is none.
  static func edit(_ field: Field, holding value: Value?) -> Outcome {
    // A photo that cannot be typed comes from a file; what the database computes comes from nowhere else.
    if field.isGenerated { return .effect(.say(Wording.problem(.notEditable, in: field))) }
    let screen = Screen.editor(for: field, holding: value)
    if case .file = screen { return .push(screen, .listFolder("")) }
    return .push(screen)
  }

  /// The same, with one more effect if it changes the stack.
  func adding(_ effect: Effect) -> Outcome {
    change == .none ? self : Outcome(change: change, effects: effects + [effect])
  }

  static func effect(_ effects: Effect...) -> Outcome {
    Outcome(effects: effects)
  }
}
