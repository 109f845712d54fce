extension Effect {
  /// How keys are handled while an effect waits because another program has locked the database.
  public enum Waiting: Sendable {
    /// Keys are ignored, because they could mean something else by the time they ran.
    case exclusive
    case patient
    case fleeting
  }

  package var waiting: Waiting {
    switch self {
    case .memoryWarning: .patient
    case .look, .lookAtNeighbor, .duplicate, .openLink, .openList, .chooseRow, .openRecord, .openReferences,
      .openHistory, .jump, .order, .find, .findNext:
      .fleeting
    default: .exclusive
    }
  }

  /// Whether work on many rows refuses the effect, which would change what the work depends on.
  public var isRefusedDuringWork: Bool {
    switch self {
    case .undo, .redo, .passOver, .changeField, .createTables, .arrangeFields, .restore, .discardAbandoned,
      .resolve, .resolveAll, .insertAgain, .discard, .settleStanding, .library:
      true
    default: false
    }
  }

  /// Whether only Enter confirms the effect, because it changes tables or cannot be undone.
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
