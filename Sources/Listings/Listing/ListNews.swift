import Records
import SQLite

/// What the threads behind a listing find out, for the listing to take in on the store's thread.
enum ListNews: Sendable {
  /// Some anchors of the table's own order, and at the end of the scan the number of rows.
  case anchors([Anchors.Anchor], total: Int?)
  /// The first rows of a sort, before it has put the others into order.
  case beginning([RecordID])
  /// All rowids of an order were found before; they are in this file.
  case kept(RankFile, count: Int)
  /// So many rowids of a query are in its file.
  case ranked(fileCount: Int)
  /// Some keys of a query on a table without a rowid.
  case keys([RecordID])
  /// So much of a query's work is done, from 0 to 1.
  case progress(Double)
  /// The thread of a query that is complete begins to read ahead, or ends it.
  case readingAhead(Bool)
  /// All rows of a query are there.
  case complete
  /// A query ended with an error.
  case failed(StoreError)
  /// The scan for anchors ended with an error.
  case scanFailed(StoreError)
  /// So much of a look for a row is done, from 0 to 1.
  case seekProgress(Double)
  /// The row that was looked for, or nil where none matches.
  case sought(RecordID?)
  /// A look for a row ended with an error.
  case seekFailed(StoreError)
  /// The rows of some pages of a view.
  case pages(Range<Int>, [Listing.Entry])
  /// The reading of pages ended with an error.
  case pagesFailed(StoreError)
}
