/// Results of reading a table, kept in unnamed files so that they need not be read again.
struct KeptReads {
  let texts = FoldedTexts()
  let orders = KeptOrders()
  let values = KeptValues()

  var byteCount: Int { texts.byteCount + orders.byteCount + values.byteCount }
}
