import Cells
import Records

/// The meaning of a key, independent of which key it is.
public enum Action: Hashable, Sendable {
  /// Asks for the same effect on every screen; the name is for the settings.
  indirect case asks(Effect, _ name: String)
  case move(Int)
  case moveHalfPages(Int)
  case first
  case last
  case find
  case findNext(Int)
  case recall(Int)
  case jump
  case percent
  case jumpToLetter
  case jumpAnywhere
  case chooseOrder
  case reverseOrder
  case values
  /// Shows the groups of a sorted list; on these, goes to the selected one in the list.
  case groups
  case toggleHeadings
  case toggleGallery
  case chooseTotal
  case merge
  case mergeAlike
  case callDifferent
  case takeAll
  case keepNext
  case measure
  case own(String)
  case openFields
  case rename
  case chooseColumns
  case moveAcross(Int)
  case moveColumn(Int)
  case mark
  case markAll
  case hydrate
  case setField
  case copy
  case copyAs
  /// Cancels work, or else drops the filter, or else the marks.
  case dismiss
  case open
  case references
  case back
  case add
  case duplicate
  case startReading
  case finishReading
  case noteProgress
  case lend
  case rate
  case chooseStatus
  case shelve
  /// Moves rows by this many in a list that is sorted by hand.
  case moveRow(Int)
  case moveToTop
  case proceed(FormStep)
  case takeBack
  case toggleEditing
  case delete
  case neighbor(Int)
  case save
  case cancel
  case setNull
  case openAddress
  case fold
  case clear
  case export
  case toggleHidden
  case typePath(String)
  case complete
  case toggle
  case moveLine(Int)
  case newLine
  case editExternally
  case suggest(Int)
  case edit(LineEditor.Action)
  case nextPart(Int)
  case step(Int)
  case today
  case undo
  case redo
  case resolveAll(Conflict.Choice)
  case memoryWarning
  case toggleMouse
  case inspect
  /// Shows the record in memory and in the database in place of the inspector.
  case compareRecord
  /// Shows the session's costs in place of the inspector.
  case showAccount
  case inspectWhole
  case toggleSplit
  case switchPane
  case filterStatements(StatementPurpose)
  case groupStatements
  case pause
  case help
  case quit
}

extension Action {
  package var isAboutRows: Bool {
    switch self {
    case .open, .toggleEditing, .delete, .duplicate, .mark, .markAll, .hydrate, .setField, .copy, .copyAs,
      .startReading, .finishReading, .noteProgress, .lend, .rate, .chooseStatus, .shelve, .moveRow,
      .moveToTop, .merge, .own:
      true
    default: false
    }
  }

  package var needsFullScreen: Bool {
    switch self {
    case .inspect, .compareRecord, .showAccount, .inspectWhole, .toggleSplit, .toggleGallery, .switchPane,
      .toggleMouse, .asks(.redraw, _), .editExternally:
      true
    default: false
    }
  }

  package var isEditing: Bool {
    switch self {
    case .add, .duplicate, .delete, .toggleEditing, .setField, .toggle, .clear, .rename, .startReading,
      .finishReading, .noteProgress, .lend, .rate, .chooseStatus, .shelve, .moveRow, .moveToTop, .merge,
      .mergeAlike:
      true
    default: false
    }
  }
}

/// How a form continues once the edited field is saved.
public enum FormStep: Hashable, Sendable {
  /// The next editable field or, if negative, the previous one, wrapping around.
  case field(Int)
  /// Inserts a new record; for an existing one, editing ends.
  case end
  case another
  case begin
  case neighbor(Int)
  case edit
  case startEditing
  case type(String, isPaste: Bool)
  case save
}

/// A place in the list to go to.
public enum Jump: Hashable, Sendable {
  /// Counted from 1; the last row if there are fewer.
  case row(Int)
  case percent(Int)
  case end
  case firstTitle(from: Character)
  /// A row at random.
  case anywhere
}
