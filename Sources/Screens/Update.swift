import Cells
import Queries
import Records

/// An answer to an effect, or other news for the screens.
public enum Update: Sendable {
  case tables([TableEntry])
  case opened(ListSource, Schema)
  /// The list on top shows the rows that these words find; leaving it restores no filter.
  case finding(String)
  /// The list on top is for choosing a row that the foreign key references.
  case choosing(Reference)
  case linked(RecordSnapshot, Schema)
  /// `edition` is the store's counter when the rows were read.
  case related(RecordID, [RelatedRows], edition: Int)
  case choice([ListChoice])
  case values(ValuesWindow)
  case statistics(StatisticsPage)
  case statisticsCancelled
  case rule(RulePage)
  case duplicates(DuplicateList)
  /// Nil if the groups are no longer those that were shown.
  case groups(RowGroups?)
  case headings(Bool)
  case settledDuplicates(Set<RecordID>)
  case views([ViewChoice])
  case namedViews(TableID, [NamedView])
  case completed(TableID, [RelatedField])
  case folded(TableID, Bool)
  case window(ListWindow)
  case record(RecordSnapshot)
  case written(RecordID)
  /// The top screen's field or row cannot be written.
  case cannotChange
  case accepted(RecordSnapshot)
  case refused(Message)
  case large(RecordID, field: Int, Value)
  case begun(Schema, DraftStart)
  case noted
  case inserted(RecordSnapshot)
  case deleted(RecordID)
  case marked(RowSet)
  case deletedRows(RowSet)
  case neighbor(RecordSnapshot)
  /// The fields of this row's record come later.
  case lateNeighbor(ListRow)
  case selected(Int)
  case history(LinePart, of: HistorySource, [HistoryLine], isFinding: Bool = false)
  case conflicts(LinePart, [ConflictLine])
  case progress(WorkProgress?)
  case inspector(InspectorState)
  case comparison(RecordComparison)
  case account(SessionAccount)
  case startFolder(Text)
  case folder(FolderListing)
  case fileWritten
  /// The picture is nil if it cannot be drawn.
  case picture(PictureRequest, Picture?, ImageInfo?)
  /// The program that draws pictures is not installed.
  case cannotDraw(PictureRequest)
  case forgetPictures
  /// Rows may have changed elsewhere, so that a gallery reads its covers again.
  case forgetCovers
  case suggestions(SuggestionList)
  case explained(StatementGroup, [PlanStep])
  case openedRecent([RecentFile])
  case refusedStatement(RefusedStatement)
  case statementNames([String])
  case alert(AlertScreen)
}

extension Update {
  /// `schema` is the topmost list's table; `isInspectorWhole` is nil if the inspector is closed.
  func screen(in schema: Schema, isInspectorWhole: Bool?) -> (any Screen)? {
    switch self {
    case .alert(let alert): return alert
    case .explained(let group, let plan):
      return ReportScreen(
        StatementWording.statement, StatementWording.explanation(of: group, plan),
        wasInspectorWhole: isInspectorWhole)
    case .opened(let source, let schema): return ListScreen(schema: schema, source: source, hasBack: true)
    case .linked(let record, let schema): return DetailScreen(schema: schema, record: record)
    case .choice(let lists): return MenuScreen.opening(lists, schema)
    case .begun(let schema, let start): return DraftScreen(schema: schema, start: start)
    case .openedRecent(let files): return RecentScreen(files)
    default: return nil
    }
  }
}
