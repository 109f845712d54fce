import Cells
import Records

/// The screens in words.
extension ScreenStack {
  /// What the top screen says, and the status line.
  public var speech: Speech {
    var speech = spokenTop
    if speech.prompt == nil {
      speech.prompt = spokenScreen.prompt?.request ?? (mode == .filePath ? Wording.pathRequest : nil)
    }
    speech.message = message?.text ?? promptExplanation ?? ""
    speech.progress = progressText
    return speech
  }

  private var spokenTop: Speech {
    switch spokenScreen {
    case let screen as any SpeakingScreen: screen.speech
    case let screen: drawnSpeech(title: screen.bar?.titles.first ?? "")
    }
  }

  /// What a screen without words of its own shows: the row of the selection, or all rows where nothing is selected.
  private func drawnSpeech(title: String) -> Speech {
    let frame = frame()
    func text(_ row: Int) -> String {
      let cells = (0..<frame.size.columns).map { frame[$0, row].text }
      return cells.joined().split(separator: " ").joined(separator: " ")
    }
    var speech = Speech()
    speech.title = title
    if let focus = frame.focus { speech.line = text(focus.row) }
    // What is chosen between in a conflict is read as a whole.
    if frame.focus == nil || mode == .conflicts {
      speech.text = Layout(size: size).content.map(text).filter { !$0.isEmpty }
    }
    return speech
  }
}
