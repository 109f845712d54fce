import BookStore
import Foundation
import Queries
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
      try lists.takeNews()
      if try isTrue() { return }
      // Other tests need the processor meanwhile.
      usleep(200)
    } while ContinuousClock.now < end
    Issue.record("nothing came in time", sourceLocation: sourceLocation)
    throw TooLong()
  }

  /// Looks for the next row of the listing that matches, until there is one or the look has ended.
  func seek(_ query: Query, from place: Int, isForward: Bool) throws -> SeekEnd? {
    try lists.startSeeking(query, from: place, isForward: isForward, in: listing)
    var end: SeekEnd?
    try wait {
      end = try lists.endOfSeek(in: listing)
      return end != nil
    }
    return end
  }

  /// Looks through the listing for the places of its rows, to the end.
  func scout() throws {
    listing.scoutAhead()
    // The count is known before all places are.
    try wait { listing.count.isExact && !listing.isReading }
  }

  /// Arranges the listing and waits for its rows.
  func arranged(
    by order: ListOrder = .own, finding words: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try listing.arrange(by: order, finding: words)
    try settle(sourceLocation: sourceLocation)
  }

  /// Waits until nothing is written any more and the rows are those of the order and filter that were asked for last.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(sourceLocation: sourceLocation) {
      writer.takeWriteBack() == nil && !writer.isWritingBack && listing.isSettled
    }
  }
}
