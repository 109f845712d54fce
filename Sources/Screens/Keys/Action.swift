import Cells
import Records

/// The meaning of a key, independent of which key it is.
public enum Action: Hashable, Sendable {
  /// Asks the browser for the same effect on every screen; the name is the one in the settings.
  indirect case asks(Effect, _ name: String)
  case move(Int)
  case moveHalfPages(Int)
  case first
  case last
  case find
  /// Goes to the next match of the last search or, if negative, to the previous one.
  case findNext(Int)
  /// Recalls the search this many searches earlier or, if negative, later.
  case recall(Int)
  case jump
  case percent
  /// Waits for a letter, and goes to the first title from that letter on.
  case jumpToLetter
  case chooseOrder
  case reverseOrder
  case values
  /// Shows the groups of a sorted list; on the groups, goes to one in the list.
  case groups
  case toggleHeadings
  /// Shows the list as covers, or as lines again.
  case toggleGallery
  case chooseTotal
  case merge
  /// Asks whether to merge all groups in which nothing differs.
  case mergeAlike
  case callDifferent
  /// Takes the values of all rows for a field.
  case takeAll
  /// Makes the next of several rows the one that stays.
  case keepNext
  /// Asks how the field of the statistics is counted.
  case measure
  case own(String)
  case openFields
  case rename
  case chooseColumns
  /// Goes to the field on the right or, if negative, on the left.
  case moveAcross(Int)
  case moveColumn(Int)
  case mark
  case markAll
  /// Hydrates the marked rows, or all rows if none is marked.
  case hydrate
  case setField
  case copy
  case copyAs
  /// Cancels running work; otherwise removes the filter, and otherwise the marks.
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
  /// Waits for a number of stars.
  case rate
  case chooseStatus
  /// Puts rows on the shelf that was used last.
  case shelve
  /// Moves the marked rows, or the selected one, by this many rows in a list that is sorted by hand.
  case moveRow(Int)
  case moveToTop
  case proceed(FormStep)
  /// Reverts all changes since editing was turned on, and turns it off.
  case takeBack
  case toggleEditing
  case delete
  /// Goes to the record this many rows further in the list.
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
  /// Completes a path up to the first ambiguity.
  case complete
  case toggle
  case moveLine(Int)
  case newLine
  case editExternally
  /// Goes to the next suggestion or, if negative, to the previous one.
  case suggest(Int)
  case edit(LineEditor.Action)
  /// Goes to the next or previous part of a date, or button of an alert.
  case nextPart(Int)
  case step(Int)
  case today
  case undo
  case redo
  case resolveAll(Conflict.Choice)
  /// Dehydrates every record.
  case memoryWarning
  case toggleMouse
  case inspect
  /// Toggles the comparison of the record in memory and in the database, in place of the inspector.
  case compareRecord
  /// Toggles the session's costs, in place of the inspector.
  case showAccount
  /// Toggles the inspector between the whole screen and a pane.
  case inspectWhole
  /// Shows the list and a record side by side, or one at a time.
  case toggleSplit
  /// Moves the focus to the inspector, or back to the screens.
  case switchPane
  /// Shows only the statements for one purpose, or all if these are shown already.
  case filterStatements(StatementPurpose)
  case groupStatements
  case pause
  case help
  case quit
}

extension Action {
  /// Whether, on a list, the action is about its rows: the selected one, the marked ones, or all.
  package var isAboutRows: Bool {
    switch self {
    case .open, .toggleEditing, .delete, .duplicate, .mark, .markAll, .hydrate, .setField, .copy, .copyAs,
      .startReading, .finishReading, .noteProgress, .lend, .rate, .chooseStatus, .shelve, .moveRow,
      .moveToTop, .merge, .own:
      true
    default: false
    }
  }

  /// Whether the action needs a full screen: for panes, the mouse, the screen itself, or other programs on it.
  public var needsFullScreen: Bool {
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
