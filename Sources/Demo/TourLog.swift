import Cells
import Recording

/// What there is to take home of a tour: each step with its last screen, its statements and its figures, and the course of
/// the memory.
public final class TourLog {
  /// A step that was shown.
  struct Step {
    let step: DemoStep
    /// When it began, in seconds.
    let start: Double
    var before: Figures
    var after: Figures
    var ran: Tally
    var texts: StatementTexts
    var screen: Frame?
  }

  /// The memory at a time in seconds.
  struct Sample {
    let time: Double
    let heldBytes: Int
    let residentBytes: Int
  }

  private(set) var steps: [Step] = []
  private(set) var samples: [Sample] = []
  private let recorder: RecordingTerminal
  private var isOver = false

  /// Begins a log of a tour that is shown on a recording terminal, which gets a mark at each step.
  public init(on recorder: RecordingTerminal) { self.recorder = recorder }

  /// Takes in what the tour is about to show.
  public func note(_ moment: TourMoment) {
    if moment.step != steps.last?.step || moment.step == nil { endStep() }
    guard let step = moment.step, !isOver else {
      isOver = true
      return
    }
    if step != steps.last?.step { begin(step, moment) }
    steps[steps.count - 1].after = moment.now
    steps[steps.count - 1].ran = moment.ran
    steps[steps.count - 1].texts.add(moment.texts)
    sample(moment.now)
  }

  /// Keeps the screen of the last step, if the tour was left in it.
  public func finish() { endStep() }

  private func begin(_ step: DemoStep, _ moment: TourMoment) {
    steps.append(
      Step(
        step: step, start: seconds, before: moment.before, after: moment.now, ran: moment.ran,
        texts: StatementTexts()))
    recorder.mark("\(steps.count). \(step.title)")
  }

  private func endStep() {
    guard !steps.isEmpty, !isOver else { return }
    steps[steps.count - 1].screen = recorder.frame
  }

  private func sample(_ figures: Figures) {
    samples.append(
      Sample(time: seconds, heldBytes: figures.heldBytes, residentBytes: figures.residentBytes))
    guard samples.count > 2_000 else { return }
    samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  private var seconds: Double {
    let (seconds, attoseconds) = recorder.time.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
