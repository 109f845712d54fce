/// Results of reading a table, kept in unnamed files so that they need not be read again.
struct KeptReads {
  /// The folded texts, for searches.
  let texts = FoldedTexts()
  /// The finished orders.
  let orders = KeptOrders()
  /// The counted values.
  let values = KeptValues()

  /// How many bytes they take on disk.
  var byteCount: Int { texts.byteCount + orders.byteCount + values.byteCount }
}
