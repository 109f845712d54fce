import Cells
import Recording

/// Collects a tour for an HTML page: each step with its last screen, and the memory over time.
package final class TourLog {
  struct Step {
    let step: DemoStep
    let start: Double
    var before, after: Figures
    var ran: Tally
    var texts: StatementTexts
    var screen: Frame?
  }

  /// The memory at a time in seconds.
  struct Sample {
    let time: Double
    let heldBytes, anonymousBytes, residentBytes: Int
  }

  /// In the order of the tour; only the last version of a repeated step.
  private(set) var steps: [Step] = []
  private var place: Int?
  private(set) var samples: [Sample] = []
  private let recorder: RecordingTerminal
  private var isOver = false

  /// Starts the log of a tour on a recording terminal, which gets a mark at each step.
  package init(on recorder: RecordingTerminal) { self.recorder = recorder }

  /// Records what the tour is about to show.
  package func note(_ moment: TourMoment) {
    if moment.step != place.map({ steps[$0].step }) || moment.step == nil { endStep() }
    guard let step = moment.step, !isOver else {
      isOver = true
      return
    }
    let place = place ?? begin(step, moment)
    steps[place].after = moment.now
    steps[place].ran = moment.ran
    steps[place].texts.add(moment.texts)
    sample(moment.now)
  }

  /// Keeps the screen of the last step, if the tour was left there.
  package func finish() { endStep() }

  private func begin(_ step: DemoStep, _ moment: TourMoment) -> Int {
    let begun = Step(
      step: step, start: seconds, before: moment.before, after: moment.now, ran: moment.ran,
      texts: StatementTexts())
    let place = steps.firstIndex { $0.step == step } ?? steps.count
    if place < steps.count { steps[place] = begun } else { steps.append(begun) }
    self.place = place
    recorder.mark("\(place + 1). \(step.title)")
    return place
  }

  private func endStep() {
    guard let place, !isOver else { return }
    steps[place].screen = recorder.frame
    self.place = nil
  }

  private func sample(_ figures: Figures) {
    samples.append(
      Sample(
        time: seconds, heldBytes: figures.heldBytes, anonymousBytes: figures.anonymousBytes,
        residentBytes: figures.residentBytes))
    guard samples.count > 2_000 else { return }
    samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  private var seconds: Double {
    let (seconds, attoseconds) = recorder.time.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

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
