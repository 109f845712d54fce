/// The state of the tour at one moment.
public struct TourMoment {
  /// The step, or nil when the tour is over.
  public let step: DemoStep?
  /// The figures at the start of the step.
  public let before: Figures
  /// The current figures.
  public let now: Figures
  /// The statements of the step so far.
  public let ran: Tally
  let texts: StatementTexts

  init(tour: Tour, texts: StatementTexts) {
    (step, before, now, ran) = (tour.step, tour.before, tour.now, tour.ran)
    self.texts = texts
  }
}
