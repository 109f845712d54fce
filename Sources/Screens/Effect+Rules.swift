extension Effect {
  /// How keys are handled while an effect waits because another program has locked the database.
  public enum Waiting: Sendable {
    /// Keys are ignored, because they could mean something else by the time they ran.
    case exclusive
    /// Keys are handled as usual while the effect goes on waiting.
    case patient
    /// Keys cancel the effect.
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

  /// Whether the effect is refused during work on many rows, because it would change what the work depends on.
  public var isRefusedDuringWork: Bool {
    switch self {
    case .undo, .redo, .passOver, .changeField, .createTables, .arrangeFields, .restore, .discardAbandoned,
      .resolve, .resolveAll, .insertAgain, .discard, .settleStanding, .library:
      true
    default: false
    }
  }

  /// Whether the effect needs Enter as its confirmation, not just a letter: it changes table declarations, or cannot be undone.
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
