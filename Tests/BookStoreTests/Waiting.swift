import BookStore
import Foundation
import TestSupport
import Testing

extension BookStore {
  /// What a wait that was too long ends with.
  struct TooLong: Error {}

  /// Takes news in until something holds.
  ///
  /// - Throws: `TooLong` when patience is at its end, or what the condition throws.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until isTrue: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + patience
    repeat {
      try takeNews()
      if try isTrue() { return }
      // Other tests need the processor meanwhile.
      usleep(200)
    } while ContinuousClock.now < end
    Issue.record("nothing came in time", sourceLocation: sourceLocation)
    throw TooLong()
  }

  /// Waits until nothing is written any more and the rows are those of the order and filter that were asked for last.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(sourceLocation: sourceLocation) {
      writer.takeWriteBack() == nil && !writer.isWritingBack && listing.isSettled
    }
  }
}
