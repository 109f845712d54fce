/// A listing that the store keeps up to date for as long as somebody holds it.
struct OpenListing {
  weak var listing: Listing?
  /// The titles of the rows that its rows join, if it is of a joining table.
  let joined: JoinedTitles?
  /// The values of its columns to which no index leads, if it has such columns.
  var awaited: AwaitedCells?
}
