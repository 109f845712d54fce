import Cells
import Records

/// The browser's questions to the screens: which parts are visible, and which answers they wait for.
public struct ScreenNeeds: Sendable {
  private let stack: ScreenStack

  init(of stack: ScreenStack) { self.stack = stack }

  private var screens: [any Screen] { stack.stack.screens }
  private var top: any Screen { stack.stack.top }
  private var preview: (any Screen)? { stack.paneSet.preview }

  package var hasMouse: Bool { stack.hasMouse }

  // MARK: - The list

  package var lists: [ListSource] { stack.stack.lists }

  package var selectedPlace: Int { stack.selectedPlace }

  package var visiblePlaces: Range<Int> { stack.stack.list?.visiblePlaces(stack.layout) ?? 0..<0 }

  /// Whether the list has room for more than the usual columns; nil while it is hidden.
  public var hasWideList: Bool? {
    let panes = stack.panes
    guard panes.list != nil || stack.stack.isListOnTop else { return nil }
    return (panes.list ?? panes.stack).layout.size.columns >= ColumnWidths.wide
  }

  package var viewName: String? { stack.stack.list?.shownView?.view.name }

  package var markedRows: RowSet { stack.stack.list?.marks ?? .none }

  /// The row to show beside the list when the cursor rests, unless it is shown already.
  public var restingRow: ListRow? {
    guard stack.settings.followsCursor, stack.isSideBySide, stack.stack.isListOnTop,
      [.list, .find].contains(stack.mode),
      let row = stack.stack.list?.selectedRow, preview?.shownRecord != row.id
    else { return nil }
    return row
  }

  package var visibleValues: Range<Int>? { screens.lazy.compactMap { $0.visibleValues(stack.layout) }.last }

  /// Whether groups are shown: on a screen of their own, or as headings in the list.
  public var showsGroups: Bool { shows(.groups) || showsHeadings }

  package var showsHeadings: Bool { stack.stack.list?.hasHeadings == true }

  package var showsHistory: Bool { top.kind == .history }

  package var showsProgress: Bool { stack.progress != nil }

  package func shows(_ kind: Mode) -> Bool { screens.contains { $0.kind == kind } }

  // MARK: - Records

  /// The records whose fields are on a screen; a memory warning spares them.
  public var shownRecords: Set<RecordID> {
    let beside = stack.isSideBySide ? preview?.shownRecord : nil
    return Set(screens.compactMap(\.shownRecord) + [beside].compactMap { $0 })
  }

  package var visibleRecords: [RecordID] {
    let rows = visiblePlaces.compactMap { stack.stack.list?.window.row(at: $0)?.id }
    return rows + shownRecords.subtracting(rows)
  }

  package var dirtyRecords: [RecordID] { (screens + [preview].compactMap { $0 }).compactMap(\.dirtyRecord) }

  package var record: RecordID? { top.wantedRecord }

  /// The record whose referring rows are shown, and the store's edition when they were read.
  public var related: (record: RecordSnapshot, edition: Int?)? { shownPreview?.related ?? top.related }

  private var shownPreview: (any Screen)? { stack.isSideBySide && stack.stack.isListOnTop ? preview : nil }

  // MARK: - Forms and files

  package func draftValue(_ field: Int) -> Value? { screens.lazy.compactMap { $0.draftValue(field) }.last }

  package var suggestions: SuggestionRequest? {
    if let parts = top.fieldEditor?.editor.parts {
      return SuggestionRequest(table: parts.id, field: parts.titleFields[0], isOfParts: true)
    }
    guard let column = top.suggestedField?.column, let schema = stack.stack.below?.subject else { return nil }
    return schema.listField(named: column).map { SuggestionRequest(table: schema.id, field: $0) }
  }

  package var picture: PictureRequest? {
    let layout = stack.layout
    for form in screens.suffix(from: stack.stack.firstVisible).lazy.compactMap(\.form) {
      if let request = form.wantedPicture(layout) { return request }
    }
    return stack.previewLayout.flatMap { preview?.form?.wantedPicture($0) }
  }

  /// The next cover to read when the keys rest.
  public var cover: PictureRequest? {
    stack.stack.isListOnTop ? stack.stack.list?.wantedCover(stack.layout) : nil
  }

  package var isChoosingFile: Bool { screens.contains { $0.mode.choosesFile } }

  /// Whether a value is being typed, which a change of the screens below would lose.
  public var isTypingValue: Bool { screens.contains { $0.mode.isEditor || $0.mode == .draft } }

  /// The input that quitting now would lose.
  public var unsavedInput: UnsavedInput? {
    let editor = screens.lazy.compactMap(\.fieldEditor).last?.editor
    let text = editor.flatMap { $0.isChanged && !$0.line.text.isEmpty ? $0.line.text : nil }
    let draft = screens.last { $0.mode == .draft }
    let values = draft?.unsavedValues ?? [:]
    if text == nil, values.isEmpty { return nil }
    return UnsavedInput(table: (draft?.subject ?? stack.schema).table, text: text, draft: values)
  }

  // MARK: - The inspector, the history, conflicts

  package var inspectorPage: InspectorPage? { stack.paneSet.inspector?.page }

  package var comparedRecord: ComparedRecord? {
    guard inspectorPage == .record, stack.panes.inspector != nil else { return nil }
    return screens.reversed().lazy.compactMap(\.comparedRecord).first ?? ComparedRecord(schema: stack.schema)
  }

  /// The statements that a visible inspector has room for.
  public var inspector: InspectorRequest? {
    guard inspectorPage == .store, let pane = stack.panes.inspector else { return nil }
    return stack.paneSet.inspector?.request(pane.layout)
  }

  package var conflictsAgain: Effect? { screens.last { $0.mode == .conflicts }?.again }

  package var historyAgain: Effect? { top.kind == .history ? top.again : nil }
}
