import Cells
import Records

extension Action {
  /// The name in the settings; nil if the keys, such as digits, cannot be changed.
  public var name: String? {
    switch self {
    case .move(let offset): offset < 0 ? "up" : "down"
    case .moveHalfPages(let halves): (abs(halves) > 1 ? "page" : "half-page") + (halves < 0 ? "-up" : "-down")
    case .findNext(let offset): offset < 0 ? "find-previous" : "find-next"
    case .recall(let offset): offset > 0 ? "earlier" : "later"
    case .moveAcross(let offset): offset < 0 ? "field-left" : "field-right"
    case .moveColumn(let offset): offset < 0 ? "move-up" : "move-down"
    case .neighbor(let offset): offset < 0 ? "previous" : "next"
    case .moveRow(let offset): offset < 0 ? "move-row-up" : "move-row-down"
    case .moveLine(let offset): offset < 0 ? "line-up" : "line-down"
    case .suggest(let offset): offset < 0 ? "previous-suggestion" : "next-suggestion"
    case .nextPart(let offset): offset < 0 ? "part-left" : "part-right"
    case .step(let offset): offset < 0 ? "step-down" : "step-up"
    case .proceed(let step): step.name
    case .edit(let edit): edit.name
    case .resolveAll(let choice): choice == .mine ? "all-mine" : "all-theirs"
    case .groupStatements: "group-statements"
    case .filterStatements(let purpose): purpose == .writeBack ? "filter-write-back" : "filter-\(purpose)"
    case .asks(_, let name), .own(let name): name
    case .typePath: nil
    default: plainName
    }
  }

  /// The words of the case, unless others are more usual.
  private var plainName: String {
    switch self {
    case .jump: "go-to"
    case .jumpToLetter: "letter"
    case .jumpAnywhere: "random"
    case .chooseOrder: "sort"
    case .reverseOrder: "reverse-sort"
    case .toggleHeadings: "headings"
    case .toggleGallery: "gallery"
    case .chooseTotal: "total"
    case .callDifferent: "different"
    case .openFields: "fields"
    case .chooseColumns: "columns"
    case .setField: "set"
    case .toggleEditing: "edit"
    case .setNull: "null"
    case .startReading: "started"
    case .finishReading: "finished"
    case .noteProgress: "progress"
    case .chooseStatus: "status"
    case .export: "write-out"
    case .toggleHidden: "hidden-files"
    case .editExternally: "external-editor"
    case .inspect: "inspector"
    case .inspectWhole: "inspector-whole"
    case .showAccount: "account"
    case .toggleSplit: "split"
    case .toggleMouse: "mouse"
    default: "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }
  }
}

extension FormStep {
  fileprivate var name: String? {
    switch self {
    case .field(let offset): offset < 0 ? "previous-field" : "next-field"
    case .end: "save-record"
    case .another: "add-another"
    case .neighbor(let offset): offset < 0 ? "save-and-previous" : "save-and-next"
    default: nil
    }
  }
}

extension LineEditor.Action {
  fileprivate var name: String? {
    switch self {
    case .left: "cursor-left"
    case .right: "cursor-right"
    case .wordLeft: "word-left"
    case .wordRight: "word-right"
    case .start: "line-start"
    case .end: "line-end"
    case .textStart: "text-start"
    case .textEnd: "text-end"
    case .deleteBack: "delete-back"
    case .deleteForward: "delete-forward"
    case .killWordBack: "kill-word"
    case .killToStart: "kill-to-start"
    case .killToEnd: "kill-to-end"
    case .yank: "yank"
    default: nil
    }
  }
}
