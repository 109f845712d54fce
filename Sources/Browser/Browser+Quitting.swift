import BookStore
import Records
import Screens

/// How the person leaves, and the questions before anything is left behind.
extension Browser {
  /// Writes back and ends, after a question where work is under way that leaves something half done.
  func quit() {
    if let work, work.asksBeforeLeaving {
      return stack.receive(.alert(.quitting(Message("\(work.name) is not finished."))))
    }
    let result = store.writeBack()
    if result.error == .busy { return wait(for: .effect(.quit)) }
    guard let problem = unwritten(result) else {
      ending = .quit
      return
    }
    guard result.isUnsettled else { return askAboutQuitting(problem) }
    let question = Wording.toBeSettled(result, isQuestion: true)
    askAboutQuitting(.problem(question), canSettle: true)
  }

  /// Ends the work that is under way, and says what was done when the screen is gone.
  func stopAndQuit() {
    if work != nil {
      cancelWork()
      farewell = stack.message
    }
    quit()
  }

  /// Ends the program where it but waited for the work, unless something is being typed by now.
  func quitIfFinished() {
    guard quitsAfterWork, work == nil else { return }
    quitsAfterWork = false
    if stack.isTypingValue { return }
    farewell = stack.message
    quit()
  }

  /// Asks what to do with edits that cannot be written.
  ///
  /// - Parameter canSettle: Whether only a choice of values stands against it.
  func askAboutQuitting(_ problem: Message, canSettle: Bool = false) {
    // The screen says it.
    farewell = nil
    let first: AlertScreen.Answer =
      canSettle ? .init("Settle", effects: [.openConflicts]) : .init("Try again", effects: [.quit])
    let hasLog = store.logState == .ready
    let discard = AlertScreen.Answer(
      hasLog ? "Discard" : "Discard and quit", effects: [.quitDiscarding], isDestructive: true)
    let keep: [AlertScreen.Answer] = hasLog ? [.init("Keep for later", effects: [.quitKeeping])] : []
    stack.receive(.alert(AlertScreen(problem, answers: [first] + keep + [discard, .init("Cancel")])))
  }
}
