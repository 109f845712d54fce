/// A listing that the store keeps up to date for as long as somebody holds it.
struct OpenListing {
  weak var listing: Listing?
}
