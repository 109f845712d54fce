/// What was read of a table and is kept in unnamed files, so that it need not be read again.
struct KeptReads {
  /// What the searches have read.
  let texts = FoldedTexts()
  /// The orders that the rows were sorted by.
  let orders = KeptOrders()
  /// The values that were counted.
  let values = KeptValues()

  /// How many bytes it takes on disk.
  var byteCount: Int { texts.byteCount + orders.byteCount + values.byteCount }
}
