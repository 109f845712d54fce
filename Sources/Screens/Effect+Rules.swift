/// The rules of the event loop for each effect. The switches are exhaustive, so the compiler asks about a new one.
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
    case .memoryWarning:
      .patient
    case .look, .lookAtNeighbor, .duplicate, .openLink, .openList, .chooseRow, .openRecord,
      .openReferences, .openHistory, .jump, .order, .find, .findNext:
      .fleeting
    case .openLarge, .checkIsChangeable, .set, .insert, .goOn, .beginForm, .takeBack, .takeRow,
      .related, .reading, .delete, .replace, .deleteRows, .askToDelete,
      .askToDeleteRelated, .setRows, .moveRows, .hydrate, .markAll, .showColumns, .openValues, .statistics,
      .rule,
      .duplicates, .groups,
      .createTables,
      .matchValues, .findValue, .changeValue, .askToChangeField, .arrangeFields, .foldFields, .changeField,
      .openViews, .saveView, .removeView, .askToRestore, .openReplacement, .rescue,
      .takeOverLog, .undo, .redo, .passOver, .readHistory, .restore, .discardAbandoned, .openConflicts,
      .readConflicts, .resolve, .resolveAll, .insertAgain, .discard, .settleStanding, .cancelWork, .say,
      .editExternally, .copyText, .copyField, .copyRows, .openAddress, .listFolder, .readFile,
      .importFile, .exportRows, .library, .writeFile, .explain, .reportMouse, .redraw, .suspend, .quit,
      .quitFinishing, .quitStopping, .quitKeeping, .quitDiscarding:
      .exclusive
    }
  }

  /// Whether it is refused during work on many rows, because it would change what the work depends on.
  public var isRefusedDuringWork: Bool {
    switch self {
    case .undo, .redo, .passOver, .changeField, .createTables, .arrangeFields, .restore, .discardAbandoned,
      .resolve, .resolveAll, .insertAgain, .discard, .settleStanding, .library:
      true
    case .look, .lookAtNeighbor, .openLarge, .checkIsChangeable, .set, .insert, .goOn, .beginForm,
      .takeBack, .duplicate, .openList, .openLink, .chooseRow, .takeRow, .related, .reading,
      .openReferences, .delete, .replace, .deleteRows, .askToDelete, .askToDeleteRelated,
      .setRows, .moveRows, .hydrate, .markAll, .jump, .order, .showColumns, .openValues, .statistics, .rule,
      .duplicates, .groups,
      .matchValues, .findValue,
      .changeValue, .askToChangeField, .foldFields, .openViews, .saveView, .removeView, .find,
      .findNext, .openRecord, .askToRestore, .openReplacement, .rescue, .takeOverLog, .openHistory,
      .readHistory, .openConflicts, .readConflicts, .cancelWork, .say, .editExternally, .copyText,
      .copyField, .copyRows, .openAddress, .listFolder, .readFile, .importFile, .exportRows,
      .writeFile, .explain, .memoryWarning, .reportMouse, .redraw, .suspend, .quit,
      .quitFinishing, .quitStopping, .quitKeeping, .quitDiscarding:
      false
    }
  }

  /// Whether no letter alone may answer a question with it: it changes how tables are declared, or cannot be undone.
  public var needsEnter: Bool {
    switch self {
    case .askToChangeField, .changeField, .createTables, .discardAbandoned, .discard,
      .settleStanding(_, isDiscarded: true), .passOver,
      .resolveAll(_, isConfirmed: true), .writeFile(_, _, _, isConfirmed: true),
      .exportRows(_, _, isConfirmed: true), .quitDiscarding:
      true
    case .settleStanding, .resolveAll, .writeFile, .exportRows,
      .undo, .redo, .arrangeFields, .restore, .resolve, .insertAgain, .library, .look, .lookAtNeighbor,
      .openLarge, .checkIsChangeable, .set, .insert, .goOn, .beginForm, .takeBack, .duplicate, .openList,
      .openLink, .chooseRow, .takeRow, .related, .reading, .openReferences, .delete, .replace, .deleteRows,
      .askToDelete, .askToDeleteRelated, .setRows, .moveRows, .hydrate, .markAll, .jump, .order, .showColumns,
      .openValues, .statistics, .rule, .duplicates, .groups, .matchValues, .findValue, .changeValue,
      .foldFields, .openViews, .saveView, .removeView, .find, .findNext, .openRecord,
      .askToRestore, .openReplacement, .rescue, .takeOverLog, .openHistory, .readHistory, .openConflicts,
      .readConflicts, .cancelWork, .say, .editExternally, .copyText, .copyField, .copyRows, .openAddress,
      .listFolder, .readFile, .importFile, .explain, .memoryWarning, .reportMouse, .redraw,
      .suspend, .quit, .quitFinishing, .quitStopping, .quitKeeping:
      false
    }
  }
}
