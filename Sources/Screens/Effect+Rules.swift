/// The rules of the event loop for each effect.
extension Effect {
  /// How keys are handled while an effect waits because another program has locked the database.
  public enum Waiting: Sendable {
    /// They are ignored, because by the time they ran they could mean something else.
    case exclusive
    /// They are handled as usual, and the effect goes on waiting.
    case patient
    /// They cancel it.
    case fleeting
  }

  /// How keys are handled while this effect waits.
  public var waiting: Waiting {
    switch self {
    case .memoryWarning: .patient
    case .look, .lookAtNeighbor, .duplicate, .openLink, .openList, .chooseRow, .openRecord, .openReferences,
      .openHistory, .jump, .order, .find, .findNext:
      .fleeting
    default: .exclusive
    }
  }

  /// Whether it is refused during work on many rows, because it would change what the work depends on.
  public var isRefusedDuringWork: Bool {
    switch self {
    case .undo, .redo, .passOver, .changeField, .createTables, .arrangeFields, .restore, .discardAbandoned,
      .resolve, .resolveAll, .insertAgain, .discard, .settleStanding, .library:
      true
    default: false
    }
  }

  /// Whether no letter alone may answer a question with it: it changes how tables are declared, or cannot be undone.
  public var needsEnter: Bool {
    switch self {
    case .askToChangeField, .changeField, .createTables, .discardAbandoned, .discard,
      .settleStanding(_, isDiscarded: true), .passOver, .resolveAll(_, isConfirmed: true),
      .writeFile(_, _, _, isConfirmed: true), .exportRows(_, _, isConfirmed: true), .quitDiscarding:
      true
    default: false
    }
  }
}
