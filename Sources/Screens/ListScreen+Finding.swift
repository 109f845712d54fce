import Cells
import Records

/// Finding and jumping: what is typed below the list and what it leads to.
extension ListScreen {
  /// Begins to type, or does what the keys of a search that is over do.
  mutating func beginPrompt(_ action: Action) -> Outcome {
    switch action {
    case .find: beginFind()
    case .jump: prompt = Prompt(.jump)
    case .jumpToLetter: prompt = Prompt(.letter)
    case .edit(.insert(let digit)): prompt = Prompt(.digits, digit)
    case .findNext(let offset): return findNext(offset)
    case .dismiss: return dismiss()
    default: break
    }
    return .nothing
  }

  /// Does what a key says while something is typed; nil where it is a key of the list.
  mutating func perform(_ action: Action, in prompt: Prompt) -> Outcome? {
    switch (action, prompt.kind) {
    case (.cancel, .find): return endFind()
    case (.cancel, _): self.prompt = nil
    case (.save, .find): return keepFound(prompt.line.text)
    case (.save, _), (.last, _): return jump(prompt.jump)
    case (.edit(let edit), .find): return find { $0.apply(edit) }
    case (.edit(let edit), _): editNumber(edit)
    case (.percent, .digits):
      self.prompt?.appendPercent()
      return jump(self.prompt?.jump)
    case (.percent, _): self.prompt?.appendPercent()
    default: return nil
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    switch prompt?.kind {
    case .find: return find { isPaste ? $0.insert(pasted: text) : $0.apply(.insert(text)) }
    case .letter: return jump(isPaste ? nil : text.first.map { .firstTitle(from: $0) })
    default: return .nothing
    }
  }

  /// The record that a new filter or order keeps selected: the one that the person chose last, even where the filter
  /// in between did not show it.
  mutating func keptRecord() -> RecordID? {
    let isWhole = window.filter.isEmpty && prompt?.kind != .find
    if isWhole || hasChosen { kept = selectedRow?.id ?? (isWhole ? nil : kept) }
    hasChosen = false
    return kept
  }

  private mutating func beginFind() {
    _ = keptRecord()
    prompt = Prompt(.find, window.filter)
  }

  /// Changes the words, and asks for what they find if they are others now.
  private mutating func find(_ change: (inout LineEditor) -> Void) -> Outcome {
    guard var line = prompt?.line else { return .nothing }
    let before = line.text
    change(&line)
    prompt?.line = line
    guard line.text != before else { return .nothing }
    if !line.text.isBlank { lastSearch = line.text }
    return .effect(.find(line.text, keeping: keptRecord()))
  }

  private mutating func keepFound(_ text: String) -> Outcome {
    prompt = nil
    guard text.isBlank else { return .effect(.say(hasLostMarks ? Wording.marksLost : Wording.filterKept)) }
    return text.isEmpty ? .nothing : endFind()
  }

  private mutating func endFind() -> Outcome {
    prompt = nil
    return .effect(.find("", keeping: keptRecord()))
  }

  private func findNext(_ offset: Int) -> Outcome {
    guard !lastSearch.isEmpty else { return .effect(.say(Wording.nothingSearched)) }
    return .effect(.findNext(lastSearch, offset))
  }

  private mutating func editNumber(_ edit: LineEditor.Action) {
    prompt?.editNumber(edit)
    if prompt?.line.text.isEmpty == true { prompt = nil }
  }

  private mutating func jump(_ jump: Jump?) -> Outcome {
    prompt = nil
    guard let jump else { return .nothing }
    hasChosen = true
    return .effect(.jump(jump))
  }

  private mutating func dismiss() -> Outcome {
    guard window.filter.isEmpty else { return endFind() }
    if hasBack, !hasMarks { return .pop }
    marks = .none
    return .nothing
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
