/// A listing that the store keeps up to date while it is in use.
struct OpenListing {
  weak var listing: Listing?
  let joined: JoinedTitles?
  var awaited: AwaitedCells?
}
