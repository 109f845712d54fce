/// The measurement of one step of the demonstration.
struct StepReport: Hashable, Sendable {
  var name, title: String
  var before: Figures
  /// At the peak, if that is neither the start nor the end.
  var height: Figures?
  var after: Figures
  var ran: Tally
  var written, freedBytes: Int?
}
