import Cells
import Queries
import Records

/// An answer to an effect, or news: the way of results back into the screens.
public enum Update: Sendable {
  /// The tables of the database, with their rows as far as they are counted.
  case tables([TableEntry])
  /// A list that was asked for is open.
  case opened(ListSource, Schema)
  /// The list on top is open to choose a row that this foreign key points to.
  case choosing(Reference)
  /// A record that another one points to, and its table.
  case linked(RecordSnapshot, Schema)
  /// The rows that point to a record.
  case related(RecordID, [RelatedRows])
  /// The lists of rows that point to a record, to choose one.
  case choice([ListChoice])
  /// The values of a field are being counted, to be shown.
  case openedValues(Schema, field: Int)
  /// The lines that the list of values asked for.
  case values(ValuesWindow)
  /// The names of the saved views, to be shown.
  case openedViews([String])
  /// The names of the saved views, as they are now.
  case views([String])
  /// The rows that the list asked for.
  case window(ListWindow)
  /// A record's fields as they are now.
  case record(RecordSnapshot)
  /// The database has what was changed in a record.
  case written(RecordID)
  /// What the top screen is for cannot be written.
  case cannotChange
  /// The edit that the top screen offered is taken.
  case accepted(RecordSnapshot)
  /// The edit that the top screen offered is not taken.
  case refused(Message)
  /// All of a value that was asked for to be edited.
  case large(RecordID, field: Int, Value)
  /// A new record of a table is to be typed.
  case begun(Schema, DraftStart)
  /// The draft is now this record.
  case inserted(RecordSnapshot)
  /// This record does not exist any more.
  case deleted(RecordID)
  /// These rows of the list do not exist any more.
  case deletedRows(RowSet)
  /// The detail on top is now about this record.
  case neighbor(RecordSnapshot)
  /// The detail on top is now about the record of this row, whose fields come later.
  case lateNeighbor(ListRow)
  /// The list's selection is at this place.
  case selected(Int)
  /// The first lines of the history, or of a part of it, to be shown.
  case openedHistory(HistorySource, [HistoryLine])
  /// Lines of it that were asked for.
  case history(LinePart, of: HistorySource, [HistoryLine])
  /// The first rows that are in conflict, to be shown.
  case openedConflicts([ConflictLine])
  /// Rows of them that were asked for, as they are now.
  case conflicts(LinePart, [ConflictLine])
  /// How far the work is that goes on away from the keys, or nil if there is none.
  case progress(WorkProgress?)
  /// Seconds since 1970-01-01 00:00 UTC, now.
  case today(Double)
  /// What the inspector is to show.
  case inspector(InspectorState)
  /// The record that the inspector shows twice, as it is held and as the database has it.
  case comparison(RecordComparison)
  /// What the session has cost so far.
  case account(SessionAccount)
  /// A folder that was asked for.
  case folder(FolderListing)
  /// The file that the top screen asked to be written is there.
  case fileWritten
  /// A picture that there is room for, or nil if it cannot be drawn, and what is known of it by all of its bytes.
  case picture(PictureRequest, Picture?, ImageInfo?)
  /// A picture that there is room for, and no program to draw it.
  case cannotDraw(PictureRequest)
  /// Every picture is to be drawn again.
  case forgetPictures
  /// The texts of the field that one is typed for.
  case suggestions(SuggestionList)
  /// What a file would bring, to be shown; Enter then imports it.
  case report([Message], of: Text, canImport: Bool)
  /// A statement that was asked about, with SQLite's plan for it.
  case explained(StatementGroup, [PlanStep])
  /// A question to the person.
  case alert(AlertScreen)
}
