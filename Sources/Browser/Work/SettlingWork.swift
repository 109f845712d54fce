import BookStore
import Records
import Screens

/// Makes the same choice for all that is in conflict.
final class SettlingWork: Work {
  private unowned let browser: Browser
  private let settling: ResolvingJob

  init(_ settling: ResolvingJob, in browser: Browser) { (self.settling, self.browser) = (settling, browser) }

  var name: String { "Settling" }
  var fraction: Double { settling.fraction }

  func step() throws(StoreError) -> Bool {
    var goesOn = false
    try browser.keepingSelection { () throws(StoreError) in goesOn = try settling.step() }
    return goesOn
  }

  /// Shows what is left, and says how far it came.
  func end(_ end: WorkEnd) {
    let sentence = Wording.kept(settling, isStopped: end != .done, end.error, browser.listing.schema)
    browser.noteChoices(areUnwritten: settling.isUnwritten)
    browser.lookAgain()
    browser.showConflictsAgain()
    browser.stack.message = browser.settledMessage ?? sentence
    browser.sayLogState()
    if browser.isSavingAtOnce { browser.writeBack() }
  }
}
