import Cells
import Records

/// What the screens need from the browser: which parts are visible, and which answers they wait for.
public struct ScreenNeeds: Sendable {
  private let stack: ScreenStack

  init(of stack: ScreenStack) { self.stack = stack }

  private var screens: [any Screen] { stack.stack.screens }
  private var top: any Screen { stack.stack.top }
  private var preview: (any Screen)? { stack.paneSet.preview }

  /// Whether mouse reporting is wanted.
  public var hasMouse: Bool { stack.hasMouse }

  // MARK: - The list

  /// The open lists, the first one at the bottom.
  public var lists: [ListSource] { stack.stack.lists }

  /// The position of the selected row in the visible list.
  public var selectedPlace: Int { stack.selectedPlace }

  /// The visible positions of the list.
  public var visiblePlaces: Range<Int> { stack.stack.list?.visiblePlaces(stack.layout) ?? 0..<0 }

  /// Whether the list has room for more than the usual columns; nil while it is hidden.
  public var hasWideList: Bool? {
    let panes = stack.panes
    guard panes.list != nil || stack.stack.isListOnTop else { return nil }
    return (panes.list ?? panes.stack).layout.size.columns >= ColumnWidths.wide
  }

  /// The name of the view that the visible list shows; nil if it has none.
  public var viewName: String? { stack.stack.list?.shownView?.view.name }

  /// The rows marked in the visible list.
  public var markedRows: RowSet { stack.stack.list?.marks ?? .none }

  /// The row to show beside the list when the cursor rests; nil if it is already shown or cannot be.
  public var restingRow: ListRow? {
    guard stack.settings.followsCursor, stack.isSideBySide, stack.stack.isListOnTop,
      [.list, .find].contains(stack.mode),
      let row = stack.stack.list?.selectedRow, preview?.shownRecord != row.id
    else { return nil }
    return row
  }

  /// The visible positions of the list of values, if there is one.
  public var visibleValues: Range<Int>? { screens.lazy.compactMap { $0.visibleValues(stack.layout) }.last }

  /// Whether the groups of the list are shown: on a screen of their own, or as headings in the list.
  public var showsGroups: Bool { shows(.groups) || showsHeadings }

  /// Whether there are headings in the visible list.
  public var showsHeadings: Bool { stack.stack.list?.hasHeadings == true }

  /// Whether the history is on top.
  public var showsHistory: Bool { top.kind == .history }

  /// Whether the status line shows work in progress.
  public var showsProgress: Bool { stack.progress != nil }

  /// Whether a screen of a kind is open.
  public func shows(_ kind: Mode) -> Bool { screens.contains { $0.kind == kind } }

  // MARK: - Records

  /// The records whose fields are on a screen; a memory warning spares them.
  public var shownRecords: Set<RecordID> {
    let beside = stack.isSideBySide ? preview?.shownRecord : nil
    return Set(screens.compactMap(\.shownRecord) + [beside].compactMap { $0 })
  }

  /// The visible records, in the list or on their own screens.
  public var visibleRecords: [RecordID] {
    let rows = visiblePlaces.compactMap { stack.stack.list?.window.row(at: $0)?.id }
    return rows + shownRecords.subtracting(rows)
  }

  /// The records on the screens that were dirty when they were read.
  public var dirtyRecords: [RecordID] { (screens + [preview].compactMap { $0 }).compactMap(\.dirtyRecord) }

  /// The top screen's record, if it has not been read yet.
  public var record: RecordID? { top.wantedRecord }

  /// The record on top or beside the list, if the rows that point to it are shown, and when these were read.
  public var related: (record: RecordSnapshot, edition: Int?)? { shownPreview?.related ?? top.related }

  private var shownPreview: (any Screen)? { stack.isSideBySide && stack.stack.isListOnTop ? preview : nil }

  // MARK: - Forms and files

  /// The value of a field of the new record being typed.
  public func draftValue(_ field: Int) -> Value? { screens.lazy.compactMap { $0.draftValue(field) }.last }

  /// The field whose texts can complete the typed text, if any.
  public var suggestions: SuggestionRequest? {
    if let parts = top.fieldEditor?.editor.parts {
      return SuggestionRequest(table: parts.id, field: parts.titleFields[0], isOfParts: true)
    }
    guard let column = top.suggestedField?.column, let schema = stack.stack.below?.subject else { return nil }
    return schema.listField(named: column).map {
      SuggestionRequest(table: schema.id, field: $0)
    }
  }

  /// A picture that there is room for and that has not been drawn yet.
  public var picture: PictureRequest? {
    let layout = stack.layout
    for form in screens.suffix(from: stack.stack.firstVisible).lazy.compactMap(\.form) {
      if let request = form.wantedPicture(layout) { return request }
    }
    return stack.previewLayout.flatMap { preview?.form?.wantedPicture($0) }
  }

  /// A cover that a gallery has room for and that has not been read yet; it waits until the keys rest.
  public var cover: PictureRequest? {
    stack.stack.isListOnTop ? stack.stack.list?.wantedCover(stack.layout) : nil
  }

  /// Whether a file is being chosen, or there is a question about it.
  public var isChoosingFile: Bool { screens.contains { $0.mode.choosesFile } }

  /// Whether a value is being typed, which a change of the screens below would discard.
  public var isTypingValue: Bool { screens.contains { $0.mode.isEditor || $0.mode == .draft } }

  /// The input that would be lost if the program quit now; nil if there is none.
  public var unsavedInput: UnsavedInput? {
    let editor = screens.lazy.compactMap(\.fieldEditor).last?.editor
    let text = editor.flatMap { $0.isChanged && !$0.line.text.isEmpty ? $0.line.text : nil }
    let draft = screens.last { $0.mode == .draft }
    let values = draft?.unsavedValues ?? [:]
    if text == nil, values.isEmpty { return nil }
    return UnsavedInput(table: (draft?.subject ?? stack.schema).table, text: text, draft: values)
  }

  // MARK: - The inspector, the history, conflicts

  /// The inspector's page, or nil if it is closed.
  public var inspectorPage: InspectorPage? { stack.paneSet.inspector?.page }

  /// The record that a visible inspector compares: that of the topmost screen with one.
  public var comparedRecord: ComparedRecord? {
    guard inspectorPage == .record, stack.panes.inspector != nil else { return nil }
    return screens.reversed().lazy.compactMap(\.comparedRecord).first ?? ComparedRecord(schema: stack.schema)
  }

  /// What the inspector has room for, or nil if it is hidden or on another page.
  public var inspector: InspectorRequest? {
    guard inspectorPage == .store, let pane = stack.panes.inspector else { return nil }
    return stack.paneSet.inspector?.request(pane.layout)
  }

  /// The effect that reads the visible conflicts again; nil if there are none.
  public var conflictsAgain: Effect? { screens.last { $0.mode == .conflicts }?.again }

  /// The effect that reads the lines of the history on top again.
  public var historyAgain: Effect? { top.kind == .history ? top.again : nil }
}
