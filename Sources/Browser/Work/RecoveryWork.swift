import BookStore
import Records
import Screens

/// Restores what a dead session has left, or gives it up.
final class RecoveryWork: Work {
  private unowned let browser: Browser
  private let recovery: RecoveryJob

  init(_ recovery: RecoveryJob, in browser: Browser) { (self.recovery, self.browser) = (recovery, browser) }

  var name: String { recovery.isDiscarding ? "Discarding" : "Restoring" }
  var fraction: Double { recovery.fraction }

  func step() throws(StoreError) -> Bool { try recovery.step() }

  /// Says what was restored or given up; otherwise the rest stays in the log.
  func end(_ end: WorkEnd) {
    let selected = browser.seeking == nil ? browser.selectedRecord : nil
    if let selected, (try? browser.listing.position(of: selected)) ?? nil != nil {
      browser.seeking = Seeking(id: selected, isAtTop: false)
      browser.seek()
    }
    browser.lookAgain()
    let done =
      recovery.isDiscarding
      ? Wording.discarded(recovery.discardedCount) : Wording.restored(recovery.restoration)
    browser.stack.message = end == .done ? done : Wording.stopped(done, end.error)
  }
}
