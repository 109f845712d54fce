package struct TourMoment {
  /// Nil when the tour is over.
  let step: DemoStep?
  let before, now: Figures
  let ran: Tally
  let texts: StatementTexts

  init(tour: Tour, texts: StatementTexts) {
    (step, before, now, ran) = (tour.step, tour.before, tour.now, tour.ran)
    self.texts = texts
  }
}
