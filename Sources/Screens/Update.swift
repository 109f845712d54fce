import Cells
import Queries
import Records

/// An answer to an effect, or other news for the screens.
public enum Update: Sendable {
  /// The tables of the database, with the row counts known so far.
  case tables([TableEntry])
  case opened(ListSource, Schema)
  /// The list on top was opened to show the rows that these words find, so leaving it does not need to restore a filter.
  case finding(String)
  /// The list on top is for choosing a row that this foreign key references.
  case choosing(Reference)
  case linked(RecordSnapshot, Schema)
  /// The rows that point to a record; `edition` is the store's counter when they were read.
  case related(RecordID, [RelatedRows], edition: Int)
  case choice([ListChoice])
  case values(ValuesWindow)
  case statistics(StatisticsPage)
  /// The statistics that were asked for are not counted: those that are shown stay.
  case statisticsCancelled
  case rule(RulePage)
  case duplicates(DuplicateList)
  /// The groups of the list, once counted; nil if the groups are no longer those that were shown.
  case groups(RowGroups?)
  /// Whether the list shows group headings from now on.
  case headings(Bool)
  /// Possible duplicates that have been merged or declared different.
  case settledDuplicates(Set<RecordID>)
  case views([ViewChoice])
  /// The views of a table's lists that have names.
  case namedViews(TableID, [NamedView])
  /// The fields of a table whose values come from other rows.
  case completed(TableID, [RelatedField])
  /// Whether the details of a table fold fields without a value from now on.
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
  /// The detail on top now shows this record.
  case neighbor(RecordSnapshot)
  /// The detail on top now shows the record of this row, whose fields come later.
  case lateNeighbor(ListRow)
  case selected(Int)
  case history(LinePart, of: HistorySource, [HistoryLine], isFinding: Bool = false)
  case conflicts(LinePart, [ConflictLine])
  case progress(WorkProgress?)
  case inspector(InspectorState)
  case comparison(RecordComparison)
  case account(SessionAccount)
  /// The initial folder of the file chooser, before its entries have been read.
  case startFolder(Text)
  case folder(FolderListing)
  case fileWritten
  /// A requested picture, or nil if it cannot be drawn, and the information read from its bytes.
  case picture(PictureRequest, Picture?, ImageInfo?)
  /// A requested picture cannot be drawn, because the program for it is not installed.
  case cannotDraw(PictureRequest)
  /// Every picture has to be drawn again.
  case forgetPictures
  /// Every cover of a gallery has to be read again, because rows may have changed elsewhere.
  case forgetCovers
  case suggestions(SuggestionList)
  case explained(StatementGroup, [PlanStep])
  case openedRecent([RecentFile])
  case refusedStatement(RefusedStatement)
  case statementNames([String])
  case alert(AlertScreen)
}
