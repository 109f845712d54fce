import Records
import SQLite

/// What a listing's threads report, to be processed on the store's thread.
enum ListNews: Sendable {
  /// Some anchors of the table's own order, and with the last ones the number of rows.
  case anchors([Anchors.Anchor], total: Int?)
  /// The first rows of a sort, before it has put the others into order.
  case beginning([RecordID])
  /// The file of a cached order with all its rowids.
  case kept(RankFile, count: Int)
  /// The number of a query's rowids in its file so far.
  case ranked(fileCount: Int)
  case keys([RecordID])
  /// The part of a query's work that is done, from 0 to 1.
  case progress(Double)
  case readingAhead(Bool)
  case complete
  case failed(StoreError)
  case scanFailed(StoreError)
  case seekProgress(Double)
  case sought(RecordID?)
  case seekFailed(StoreError)
  case pages(Range<Int>, [Listing.Entry])
  case pagesFailed(StoreError)
}
