import Screens

/// Says what has changed, each thing once.
struct Narrator {
  private var said = Speech?.none
  /// Whether a line was typed, which needs an answer even if nothing has changed.
  private var owesAnswer = true
  private var isPromptDue = true
  private var lastProgress = ContinuousClock.now

  mutating func expectAnswer() { (owesAnswer, isPromptDue) = (true, true) }

  mutating func takePrompt() -> Bool {
    defer { isPromptDue = false }
    return isPromptDue
  }

  /// - Parameter isReady: Whether all rows are there; until then only the progress is said, once a second.
  mutating func lines(_ speech: Speech, isReady: Bool) -> [String] {
    guard isReady else { return progress(speech) }
    let old = said
    guard speech != old || owesAnswer else { return [] }
    said = speech
    var lines: [String] = []
    if speech.title != old?.title { lines.append(speech.title) }
    if !speech.message.isEmpty, owesAnswer || speech.message != old?.message { lines.append(speech.message) }
    let isNew = speech.title != old?.title
    // Of scrolled or changed text, only the new lines are said.
    lines += isNew ? speech.text : speech.text.filter { old?.text.contains($0) != true }
    if isNew || speech.choices != old?.choices {
      lines += speech.choices.enumerated().map { "\($0 + 1) \($1)" }
    }
    if !speech.line.isEmpty, isNew || speech.line != old?.line || owesAnswer && lines.isEmpty {
      lines.append(speech.line)
    }
    if !lines.isEmpty { isPromptDue = true }
    owesAnswer = false
    return lines
  }

  private mutating func progress(_ speech: Speech) -> [String] {
    guard !speech.progress.isEmpty, ContinuousClock.now - lastProgress > .seconds(1) else { return [] }
    lastProgress = .now
    return [speech.progress]
  }
}
