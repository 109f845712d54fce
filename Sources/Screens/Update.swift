import Cells
import Queries
import Records

/// An answer to an effect, or news: how results get back to the screens.
public enum Update: Sendable {
  /// The tables of the database, with their row counts as far as known.
  case tables([TableEntry])
  /// A requested list is open.
  case opened(ListSource, Schema)
  /// The list on top was opened to show the rows that these words find, so that leaving it needs no other filter.
  case finding(String)
  /// The list on top is for choosing a row that this foreign key references.
  case choosing(Reference)
  /// A record that another one points to, and its table.
  case linked(RecordSnapshot, Schema)
  /// The rows that point to a record, and when they were read, as the store counts.
  case related(RecordID, [RelatedRows], edition: Int)
  /// The lists of rows that point to a record, to choose one.
  case choice([ListChoice])
  /// The lines that the list of values requested.
  case values(ValuesWindow)
  /// The statistics that were read.
  case statistics(StatisticsPage)
  /// What a rule would do with rows, as far as it is known.
  case rule(RulePage)
  /// The rows that may be the same.
  case duplicates(DuplicateList)
  /// The groups of the list, as soon as they have been counted; nil for others than those that were shown.
  case groups(RowGroups?)
  /// Whether the list shows headings of groups from now on.
  case headings(Bool)
  /// Rows that may have been the same are one now, or are called different.
  case settledDuplicates(Set<RecordID>)
  /// The current names of the saved views.
  case views([String])
  /// The fields of a table whose values come from other rows.
  case completed(TableID, [RelatedField])
  /// Whether the details of a table fold fields without a value from now on.
  case folded(TableID, Bool)
  /// The rows that the list requested.
  case window(ListWindow)
  /// A record's current fields.
  case record(RecordSnapshot)
  /// A record's changes have been written to the database.
  case written(RecordID)
  /// The top screen's field or row cannot be written.
  case cannotChange
  /// The edit offered by the top screen has been accepted.
  case accepted(RecordSnapshot)
  /// The edit offered by the top screen has been refused.
  case refused(Message)
  /// A large value that was requested for editing.
  case large(RecordID, field: Int, Value)
  /// A new record of a table, to be typed.
  case begun(Schema, DraftStart)
  /// What the form about a book says has been noted.
  case noted
  /// The draft has become this record.
  case inserted(RecordSnapshot)
  /// This record no longer exists.
  case deleted(RecordID)
  /// The marked rows of the list.
  case marked(RowSet)
  /// These rows of the list no longer exist.
  case deletedRows(RowSet)
  /// The detail on top now shows this record.
  case neighbor(RecordSnapshot)
  /// The detail on top now shows the record of this row, whose fields come later.
  case lateNeighbor(ListRow)
  /// The list's selection is now at this position.
  case selected(Int)
  /// The requested lines of the history, as far as they are found.
  case history(LinePart, of: HistorySource, [HistoryLine], isFinding: Bool = false)
  /// The requested rows in conflict, in their current state.
  case conflicts(LinePart, [ConflictLine])
  /// The progress of background work, or nil if there is none.
  case progress(WorkProgress?)
  /// What the inspector shows.
  case inspector(InspectorState)
  /// The record that the inspector compares, in memory and in the database.
  case comparison(RecordComparison)
  /// What the session has cost so far.
  case account(SessionAccount)
  /// The folder in which the choice of a file begins, before its entries have been read.
  case startFolder(Text)
  /// A requested folder.
  case folder(FolderListing)
  /// The file that the top screen asked for has been written.
  case fileWritten
  /// A requested picture, or nil if it cannot be drawn, and its information from all of its bytes.
  case picture(PictureRequest, Picture?, ImageInfo?)
  /// A requested picture cannot be drawn, because the program for it is not installed.
  case cannotDraw(PictureRequest)
  /// Every picture has to be drawn again.
  case forgetPictures
  /// The texts that can complete what is typed.
  case suggestions(SuggestionList)
  /// The requested statement, with SQLite's query plan.
  case explained(StatementGroup, [PlanStep])
  /// The files that were opened before, to choose one.
  case openedRecent([RecentFile])
  /// The statement that was to be run is refused.
  case refusedStatement(RefusedStatement)
  /// The names that can complete a statement.
  case statementNames([String])
  /// A question to ask.
  case alert(AlertScreen)
}
